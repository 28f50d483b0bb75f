//! What every request goes through: route, token, body, faults, the handler, trace and headers.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::super::Shared;
use super::super::validate;
use super::super::world::faults::FaultKind;
use super::super::world::{Id, Refusal, Upload};
use super::limits::Standing;
use super::{Answer, Call, Outcome, Route, routes};

/// The largest body that is read.
const BODY_LIMIT: usize = 32 * 1024 * 1024;

/// Parameters of a path by name.
type Params = Vec<(String, String)>;

static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(routes);

/// The API below `/api`, `/api/v9` and `/api/v10`, attachments, and a loud 404 for all else.
pub fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/attachments/{channel}/{id}/{name}", get(attachment))
        .fallback(serve)
}

async fn serve(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    // In a task of its own: what was sent is done, also where nobody waits for the answer any more.
    match tokio::spawn(attend(shared, request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn attend(shared: Arc<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let method = parts.method.as_str().to_owned();
    let path = parts.uri.path().to_owned();
    let Ok(bytes) = axum::body::to_bytes(body, BODY_LIMIT).await else {
        let refusal = Refusal::new(413, 40005, "Request entity too large");
        return respond(&Err(refusal), "", None);
    };
    let found = find_route(&method, &path);
    let template = found.as_ref().map_or("", |(route, _)| route.template);
    let mut standing = None;
    let (call, outcome) = match found {
        None => {
            tracing::error!(%method, %path, "the stand-in has no such route");
            shared.write(|world| world.unknown_routes.push(format!("{method} {path}")));
            (None, Err(Refusal::unknown_route()))
        }
        Some((route, params)) => match read_call(&shared, route, params, parts, &bytes).await {
            Ok(call) => {
                let outcome = match count(&shared, route, &call) {
                    Ok(counted) => {
                        standing = counted;
                        carry_out(&shared, route, &path, &call).await
                    }
                    Err(refusal) => Err(refusal),
                };
                (Some(call), outcome)
            }
            Err(refusal) => (None, Err(refusal)),
        },
    };
    let at_ms = shared.read(|world| world.now_ms());
    shared.trace.write(|| {
        let (status, response) = status_and_body(&outcome);
        let call = call.as_ref();
        json!({
            "kind": "rest", "at_ms": at_ms, "method": method,
            "route": template, "path": path,
            "query": call.map(|call| call.query.iter().map(|(key, value)| (key.clone(), json!(value))).collect::<serde_json::Map<_, _>>()),
            "body": call.map(|call| &call.body),
            "files": call.map(|call| call.files.iter().map(|file| &file.filename).collect::<Vec<_>>()),
            "reason": call.and_then(|call| call.reason.as_ref()),
            "status": status, "response": response,
        })
    });
    respond(&outcome, template, standing)
}

/// Counts a request where Discord's limits are in force.
fn count(shared: &Shared, route: &Route, call: &Call) -> Result<Option<Standing>, Refusal> {
    let mut limits = shared.limits();
    let Some(limits) = &mut *limits else {
        return Ok(None);
    };
    let place = call
        .params
        .iter()
        .find(|(name, _)| name == "channel_id" || name == "guild_id");
    let place = place.map_or("", |(_, id)| id);
    limits.count(call.actor, (route.method, route.template), place)
}

async fn carry_out(shared: &Shared, route: &Route, path: &str, call: &Call) -> Outcome {
    let text = format!("{path} {}", call.body);
    let fault = shared.read(|world| world.faults.rest.is_empty());
    let fault = if fault {
        None
    } else {
        shared.write(|world| world.faults.take(route.method, route.template, &text))
    };
    let server_error = || Refusal::new(500, 0, "500: Internal Server Error");
    match &fault {
        Some(FaultKind::Status500BeforeDoing) => return Err(server_error()),
        Some(FaultKind::Status429 {
            retry_after,
            global,
        }) => return Err(Refusal::rate_limited(*retry_after, *global)),
        Some(FaultKind::MissingPermission) => return Err(Refusal::missing_permissions()),
        Some(FaultKind::Refuse {
            status,
            code,
            message,
        }) => return Err(Refusal::new(*status, *code, message.clone())),
        Some(FaultKind::Hang { ms }) => tokio::time::sleep(Duration::from_millis(*ms)).await,
        Some(FaultKind::Status500AfterDoing | FaultKind::Answer { .. }) | None => {}
    }
    let outcome = shared.write(|world| {
        world.archive_idle_threads();
        (route.handler)(world, call)
    });
    match fault {
        Some(FaultKind::Status500AfterDoing) => Err(server_error()),
        Some(FaultKind::Answer { status, body }) => Ok(Answer {
            status,
            body: Some(Value::String(body)),
            raw: true,
        }),
        _ => outcome,
    }
}

/// The route of a path, the one with most literal segments, and its parameters.
fn find_route(method: &str, path: &str) -> Option<(&'static Route, Params)> {
    let rest = path.strip_prefix("/api")?;
    let rest = ["/v10", "/v9"]
        .iter()
        .find_map(|version| rest.strip_prefix(version))
        .unwrap_or(rest);
    let segments: Vec<&str> = rest.trim_matches('/').split('/').collect();
    let mut best: Option<(usize, &'static Route, Params)> = None;
    for route in ROUTES.iter().filter(|route| route.method == method) {
        let Some((literal, params)) = match_template(route.template, &segments) else {
            continue;
        };
        if best.as_ref().is_none_or(|(most, ..)| literal > *most) {
            best = Some((literal, route, params));
        }
    }
    best.map(|(_, route, params)| (route, params))
}

fn match_template(template: &str, segments: &[&str]) -> Option<(usize, Params)> {
    let wanted: Vec<&str> = template.trim_matches('/').split('/').collect();
    if wanted.len() != segments.len() {
        return None;
    }
    let mut literal = 0;
    let mut params = Vec::new();
    for (wanted, segment) in wanted.iter().zip(segments) {
        let decoded = percent_decoded(segment);
        match wanted
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
        {
            Some(name) => params.push((name.to_owned(), decoded)),
            None if decoded == *wanted => literal += 1,
            None => return None,
        }
    }
    Some((literal, params))
}

pub(in super::super) fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes
            .get(at + 1..at + 3)
            .and_then(|pair| std::str::from_utf8(pair).ok())
            .and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match hex.filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

async fn read_call(
    shared: &Shared,
    route: &Route,
    params: Params,
    parts: Parts,
    bytes: &Bytes,
) -> Result<Call, Refusal> {
    let actor = match (token(&parts.headers), route.needs_token) {
        (_, false) => 0,
        (Some(token), true) => shared
            .read(|world| world.application_by_token(token).map(|one| one.id))
            .ok_or_else(Refusal::unauthorized)?,
        (None, true) => return Err(Refusal::unauthorized()),
    };
    let Query(query) = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).unwrap_or_default();
    let reason = text_header(&parts.headers, "x-audit-log-reason").map(percent_decoded);
    let kind = text_header(&parts.headers, "content-type").unwrap_or_default();
    let (body, files) = if kind.starts_with("multipart/form-data") {
        read_multipart(parts, bytes).await?
    } else {
        (read_json(bytes)?, Vec::new())
    };
    validate::schema::check(route.method, route.template, &body)?;
    validate::schema::check_query(route.method, route.template, &query)?;
    Ok(Call {
        actor,
        params,
        query,
        body,
        files,
        reason,
    })
}

fn token(headers: &HeaderMap) -> Option<&str> {
    text_header(headers, "authorization")?.strip_prefix("Bot ")
}

fn text_header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn read_json(bytes: &[u8]) -> Result<Value, Refusal> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(bytes)
        .map_err(|_| Refusal::new(400, 50109, "The request body contains invalid JSON."))
}

async fn read_multipart(parts: Parts, bytes: &Bytes) -> Result<(Value, Vec<Upload>), Refusal> {
    let broken = || Refusal::new(400, 50035, "Invalid Form Body");
    let request = Request::from_parts(parts, Body::from(bytes.clone()));
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| broken())?;
    let mut body = Value::Null;
    let mut files = Vec::new();
    while let Some(field) = form.next_field().await.map_err(|_| broken())? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(str::to_owned);
        let data = field.bytes().await.map_err(|_| broken())?;
        if name == "payload_json" {
            body = read_json(&data)?;
            continue;
        }
        let index = name
            .strip_prefix("files[")
            .or_else(|| name.strip_prefix("file"))
            .map_or(0, |rest| rest.trim_end_matches(']').parse().unwrap_or(0));
        files.push(Upload {
            index,
            filename: filename.unwrap_or(name),
            content_type,
            description: None,
            data: data.to_vec(),
        });
    }
    name_files(&body, &mut files);
    Ok((body, files))
}

/// File names and alt texts of `attachments` go with the files that they name.
fn name_files(body: &Value, files: &mut [Upload]) {
    let list = body["attachments"]
        .as_array()
        .or_else(|| body["data"]["attachments"].as_array());
    for entry in list.into_iter().flatten() {
        let index = entry["id"]
            .as_u64()
            .or_else(|| entry["id"].as_str().and_then(|id| id.parse().ok()));
        for file in files.iter_mut().filter(|file| Some(file.index) == index) {
            if let Some(name) = entry["filename"].as_str() {
                name.clone_into(&mut file.filename);
            }
            file.description = entry["description"].as_str().map(str::to_owned);
        }
    }
}

fn status_and_body(outcome: &Outcome) -> (u16, Option<Value>) {
    match outcome {
        Ok(Answer { status, body, .. }) => (*status, body.clone()),
        Err(refusal) => (refusal.status, Some(refusal.body())),
    }
}

fn respond(outcome: &Outcome, template: &str, standing: Option<Standing>) -> Response {
    let (status, body) = status_and_body(outcome);
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let raw = outcome.as_ref().is_ok_and(|answer| answer.raw);
    let mut response = match body {
        Some(Value::String(text)) if raw => {
            (code, [(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
        Some(body) => (
            code,
            [(header::CONTENT_TYPE, "application/json")],
            body.to_string(),
        )
            .into_response(),
        None => code.into_response(),
    };
    let retry_after = outcome.as_ref().err().and_then(|one| one.retry_after);
    // A 429 for a new name says nothing of what is left of the route's own limit, which that one does not touch.
    let standing = standing.unwrap_or(Standing {
        limit: 1000,
        remaining: if retry_after.is_some() { 0 } else { 999 },
        reset_after: retry_after.unwrap_or(1.0),
    });
    let after = standing.reset_after;
    let reset = chrono::Utc::now().timestamp_millis() as f64 / 1000.0 + after;
    let bucket = template.bytes().fold(5381_u64, |hash, byte| {
        hash.wrapping_mul(33) ^ u64::from(byte)
    });
    let mut headers = vec![
        ("x-ratelimit-limit", standing.limit.to_string()),
        ("x-ratelimit-remaining", standing.remaining.to_string()),
        ("x-ratelimit-reset", format!("{reset:.3}")),
        ("x-ratelimit-reset-after", format!("{after:.3}")),
        ("x-ratelimit-bucket", format!("{bucket:016x}")),
    ];
    if let Some(retry_after) = retry_after {
        headers.push(("retry-after", format!("{}", retry_after.ceil())));
        let global = outcome.as_ref().err().is_some_and(|one| one.global);
        headers.push((
            "x-ratelimit-scope",
            if global { "global" } else { "user" }.to_owned(),
        ));
        if global {
            headers.push(("x-ratelimit-global", "true".to_owned()));
        }
    }
    for (name, value) in headers {
        if let Ok(value) = value.parse() {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

async fn attachment(
    State(shared): State<Arc<Shared>>,
    Path((channel, id, _)): Path<(Id, Id, String)>,
) -> Response {
    let found = shared.read(|world| {
        let messages = world.channels.get(&channel)?.messages.values();
        messages
            .flat_map(|message| &message.attachments)
            .find(|file| file.id == id)
            .map(|file| (file.content_type.clone(), file.data.clone()))
    });
    match found {
        Some((kind, data)) => {
            let kind = kind.unwrap_or_else(|| "application/octet-stream".to_owned());
            ([(header::CONTENT_TYPE, kind)], data).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
