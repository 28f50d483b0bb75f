//! Discord's gateway: one task per connection, sessions in the world.

mod session;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::any;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use self::session::Reaction;
use super::Shared;
use super::world::hub::Outgoing;

/// How often clients are told to send a heartbeat.
const HEARTBEAT_MS: u64 = 41_250;

/// The gateway at `/` and `/gateway`. Compression is not offered: frames are text whatever is asked.
pub fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", any(upgrade))
        .route("/gateway", any(upgrade))
        .route("/gateway/", any(upgrade))
}

async fn upgrade(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let refused = shared.write(|world| {
            let left = &mut world.faults.refuse_connection;
            let refused = *left > 0;
            *left = left.saturating_sub(1);
            refused
        });
        if !refused {
            Connection::new(shared, socket).run().await;
        }
    })
}

/// One WebSocket, before and after it belongs to a session.
struct Connection {
    shared: Arc<Shared>,
    socket: WebSocket,
    session: Option<String>,
    to_self: UnboundedSender<Outgoing>,
    outgoing: UnboundedReceiver<Outgoing>,
}

impl Connection {
    fn new(shared: Arc<Shared>, socket: WebSocket) -> Self {
        let (to_self, outgoing) = unbounded_channel();
        Self {
            shared,
            socket,
            session: None,
            to_self,
            outgoing,
        }
    }

    async fn run(mut self) {
        let hello = json!({"t": null, "s": null, "op": 10,
            "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": ["[\"stand-in\",{}]"]}});
        // The channel's other end is in this very struct.
        let _ = self.to_self.send(Outgoing::Frame(hello));
        let mut left_for_good = false;
        loop {
            tokio::select! {
                outgoing = self.outgoing.recv() => {
                    let Some(outgoing) = outgoing else { break };
                    if !self.send(outgoing).await {
                        break;
                    }
                }
                incoming = self.socket.recv() => match incoming {
                    Some(Ok(Message::Text(text))) => self.receive(text.as_str()),
                    Some(Ok(Message::Binary(bytes))) => {
                        self.receive(&String::from_utf8_lossy(&bytes));
                    }
                    Some(Ok(Message::Close(frame))) => {
                        left_for_good = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                        break;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Err(_)) | None => break,
                },
            }
        }
        if let Some(id) = &self.session {
            self.shared
                .write(|world| world.detach(id, &self.to_self, left_for_good));
        }
    }

    /// Sends something; false where the connection is over.
    async fn send(&mut self, outgoing: Outgoing) -> bool {
        match outgoing {
            Outgoing::Frame(frame) => {
                self.trace("out", &frame);
                let text = Message::Text(frame.to_string().into());
                self.socket.send(text).await.is_ok()
            }
            Outgoing::Text(text) => {
                self.trace("out", &json!({"text": text}));
                self.socket.send(Message::Text(text.into())).await.is_ok()
            }
            Outgoing::Close(code, reason) => {
                self.trace("out", &json!({"close": code, "reason": reason}));
                let frame = CloseFrame {
                    code,
                    reason: reason.into(),
                };
                // The client may have gone already, which is all the same.
                let _ = self.socket.send(Message::Close(Some(frame))).await;
                false
            }
            Outgoing::Drop => false,
        }
    }

    fn receive(&mut self, text: &str) {
        let Ok(frame) = serde_json::from_str::<Value>(text) else {
            self.answer(Outgoing::Close(4002, "Error while decoding payload."));
            return;
        };
        self.trace("in", &without_token(&frame));
        let reaction = self
            .shared
            .write(|world| session::react(world, self.session.as_deref(), &self.to_self, &frame));
        match reaction {
            Reaction::Nothing => {}
            Reaction::Answer(outgoing) => self.answer(outgoing),
            Reaction::Attached(id) => self.session = Some(id),
        }
    }

    fn answer(&self, outgoing: Outgoing) {
        // The channel's other end is in this very struct.
        let _ = self.to_self.send(outgoing);
    }

    fn trace(&self, direction: &str, frame: &Value) {
        let at_ms = self.shared.read(|world| world.now_ms());
        let session = self.session.as_deref().unwrap_or_default();
        self.shared.trace.frame(at_ms, session, direction, frame);
    }
}

/// A frame fit for the trace.
fn without_token(frame: &Value) -> Value {
    let mut frame = frame.clone();
    if frame["d"]["token"].is_string() {
        frame["d"]["token"] = json!("(token)");
    }
    frame
}
