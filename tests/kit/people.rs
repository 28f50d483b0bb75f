//! People at their clients, through the stand-in's control API alone: what is not on their screens they do not know, and what
//! their clients do not let them do they cannot do.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::time::{Duration, Instant};

/// Nothing takes so long unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How long somebody waits for an answer that was put off.
const PUT_OFF: Duration = Duration::from_secs(20);

/// The control API of a stand-in, over HTTP.
#[derive(Clone)]
pub struct Control {
    http: reqwest::Client,
    base: Arc<str>,
}

/// Why the stand-in did not do something: Discord's code, or none where the user's client does not let it happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// Discord's code.
    pub code: Option<i64>,
    /// In words.
    pub error: String,
}

impl Control {
    /// That of the stand-in with this address.
    pub fn new(base: String) -> Control {
        Control {
            http: reqwest::Client::new(),
            base: base.into(),
        }
    }

    /// Asks for something that may be refused.
    pub async fn attempt(&self, method: &str, path: &str, body: Value) -> Result<Value, Denied> {
        let url = format!("{}/stand-in{path}", self.base);
        let request = self.http.request(method.parse().expect("a method"), url);
        let request = match body {
            Value::Null => request,
            body => request.body(body.to_string()),
        };
        let response = request.send().await.expect("the stand-in answers");
        let status = response.status().as_u16();
        let body = response.text().await.expect("a body");
        let body: Value = serde_json::from_str(&body).expect("JSON");
        match status {
            200 => Ok(body),
            400 | 404 if body["code"].is_null() => {
                panic!("{method} {path} was asked wrongly: {body}")
            }
            _ => Err(Denied {
                code: body["code"].as_i64(),
                error: body["error"].as_str().unwrap_or_default().to_owned(),
            }),
        }
    }

    /// Does something that cannot be refused.
    pub async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        match self.attempt(method, path, body).await {
            Ok(answer) => answer,
            Err(denied) => panic!("{method} {path}: {denied:?}"),
        }
    }

    /// Looks something up.
    pub async fn get(&self, path: &str) -> Value {
        self.done("GET", path, Value::Null).await
    }

    /// A file's content, from the address that a message shows.
    pub async fn download(&self, url: &str) -> String {
        let response = self.http.get(url).send().await.expect("the file is there");
        assert!(response.status().is_success(), "{url}: {response:?}");
        response.text().await.expect("a text")
    }

    /// A new person, on no server yet.
    pub async fn human(&self, name: &str) -> Human {
        let made = self.done("POST", "/users", json!({ "name": name })).await;
        Human {
            control: self.clone(),
            id: word(&made["id"]),
            name: name.to_owned(),
        }
    }
}

/// A person at a client.
#[derive(Clone)]
pub struct Human {
    control: Control,
    /// The user's id.
    pub id: String,
    /// The name.
    pub name: String,
}

impl Human {
    /// Comes to a server.
    pub async fn join(&self, guild: &str) {
        let path = format!("/users/{}/guilds/{guild}", self.id);
        self.control.done("PUT", &path, Value::Null).await;
    }

    /// Closes or opens the DMs.
    pub async fn close_dms(&self, closed: bool) {
        let path = format!("/users/{}", self.id);
        let body = json!({ "dms_closed": closed });
        self.control.done("PATCH", &path, body).await;
    }

    /// The DM with somebody.
    pub async fn dm(&self, with: &str) -> String {
        let path = format!("/users/{}/dms", self.id);
        word(
            &self
                .control
                .done("POST", &path, json!({ "with": with }))
                .await["id"],
        )
    }

    /// All channels, threads and DMs in the list.
    pub async fn places(&self) -> Vec<Value> {
        list(
            self.control
                .get(&format!("/users/{}/channels", self.id))
                .await,
        )
    }

    /// A channel of the list, if it is there.
    pub async fn place(&self, channel: &str) -> Option<Value> {
        let mut places = self.places().await.into_iter();
        places.find(|place| place["id"] == channel)
    }

    /// The private threads below a channel that this person is in.
    pub async fn threads(&self, parent: &str) -> Vec<Value> {
        let places = self.places().await.into_iter();
        places
            .filter(|place| place["kind"] == 12 && place["parent"] == parent)
            .collect()
    }

    /// What stands in a channel.
    pub async fn read(&self, channel: &str) -> Vec<Post> {
        match self.try_read(channel).await {
            Ok(posts) => posts,
            Err(denied) => panic!("{} cannot read {channel}: {denied:?}", self.name),
        }
    }

    /// What stands in a channel, or why this person may not know.
    pub async fn try_read(&self, channel: &str) -> Result<Vec<Post>, Denied> {
        let path = format!("/users/{}/channels/{channel}/messages", self.id);
        let posts = self.control.attempt("GET", &path, Value::Null).await?;
        Ok(list(posts).into_iter().map(Post).collect())
    }

    /// Waits until something with these words stands in a channel: what it says.
    pub async fn waits_for(&self, channel: &str, words: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let posts = self.read(channel).await;
            if let Some(post) = posts.iter().find(|post| post.text().contains(words)) {
                return post.text();
            }
            let name = &self.name;
            assert!(
                Instant::now() < deadline,
                "{name} waits in vain for {words:?}: {posts:#?}"
            );
            self.listen().await;
        }
    }

    /// Waits until a channel with this name is in the list: its id.
    pub async fn waits_for_channel(&self, name: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let places = self.places().await;
            if let Some(place) = places.iter().find(|place| place["name"] == name) {
                return word(&place["id"]);
            }
            assert!(Instant::now() < deadline, "no {name} for {}", self.name);
            self.listen().await;
        }
    }

    /// Waits until this client receives something, or for a moment.
    pub async fn listen(&self) {
        let end = self.feed_end().await;
        let path = format!("/users/{}/feed?since={end}&wait_ms=50", self.id);
        self.control.get(&path).await;
    }

    /// Writes a message.
    pub async fn write(&self, channel: &str, content: &str) -> Result<String, Denied> {
        let path = format!("/users/{}/channels/{channel}/messages", self.id);
        let body = json!({ "content": content });
        let written = self.control.attempt("POST", &path, body).await?;
        Ok(word(&written["id"]))
    }

    /// Reacts to a message.
    pub async fn react(&self, channel: &str, message: &str, emoji: &str) -> Result<Value, Denied> {
        let user = &self.id;
        let path = format!("/users/{user}/channels/{channel}/messages/{message}/reactions/{emoji}");
        self.control.attempt("PUT", &path, Value::Null).await
    }

    /// Types a slash command.
    pub async fn command(&self, channel: &str, line: &str, options: &[(&str, &str)]) -> Answer {
        match self.try_command(channel, line, options).await {
            Ok(answer) => answer,
            Err(denied) => panic!("{}: {line} {options:?}: {denied:?}", self.name),
        }
    }

    /// Types a slash command that the client may not let through.
    pub async fn try_command(
        &self,
        channel: &str,
        line: &str,
        options: &[(&str, &str)],
    ) -> Result<Answer, Denied> {
        let path = format!("/users/{}/channels/{channel}/command", self.id);
        let options: Value = options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let body = json!({ "command": line, "options": options });
        let answer = self.control.attempt("POST", &path, body).await?;
        Ok(self.settled(answer).await)
    }

    /// The answer as it is when the bot, which may put it off where the machine is busy, has given it.
    async fn settled(&self, mut answer: Value) -> Answer {
        let deadline = Instant::now() + PUT_OFF;
        let path = format!(
            "/users/{}/answers/{}",
            self.id,
            word(&answer["interaction"])
        );
        while matches!(answer["kind"].as_str(), Some("thinking" | "acknowledged"))
            && Instant::now() < deadline
        {
            self.listen().await;
            answer = self.control.get(&path).await;
        }
        Answer(answer)
    }

    /// What is offered for an option of a slash command: what is shown and what is sent.
    pub async fn offered(
        &self,
        channel: &str,
        line: &str,
        option: &str,
        typed: &str,
    ) -> Vec<(String, String)> {
        let path = format!("/users/{}/channels/{channel}/autocomplete", self.id);
        let body = json!({ "command": line, "option": option, "typed": typed });
        let offered = list(self.control.done("POST", &path, body).await);
        offered
            .iter()
            .map(|choice| (word(&choice["name"]), word(&choice["value"])))
            .collect()
    }

    /// Presses a button that is there now.
    pub async fn press(&self, post: &Post, button: &str) -> Answer {
        let answer = self.use_control(post, "press", json!({ "button": button }));
        answer
            .await
            .unwrap_or_else(|denied| panic!("{} presses {button}: {denied:?}", self.name))
    }

    /// Presses a button that was there once.
    pub async fn press_stale(&self, post: &Post, button: &str) -> Answer {
        let answer = self.use_control(post, "press", json!({ "button": button, "stale": true }));
        answer
            .await
            .unwrap_or_else(|denied| panic!("{} presses stale {button}: {denied:?}", self.name))
    }

    /// Presses a button that the client may not let be pressed.
    pub async fn try_press(&self, post: &Post, button: &str) -> Result<Answer, Denied> {
        self.use_control(post, "press", json!({ "button": button }))
            .await
    }

    /// Chooses from a menu that is there now.
    pub async fn choose(&self, post: &Post, menu: &str, values: &[&str]) -> Answer {
        let answer = self.use_control(post, "choose", json!({ "menu": menu, "values": values }));
        answer
            .await
            .unwrap_or_else(|denied| panic!("{} chooses in {menu}: {denied:?}", self.name))
    }

    /// Chooses from a menu that was there once.
    pub async fn choose_stale(&self, post: &Post, menu: &str, values: &[&str]) -> Answer {
        let body = json!({ "menu": menu, "values": values, "stale": true });
        let answer = self.use_control(post, "choose", body).await;
        answer.unwrap_or_else(|denied| panic!("{} chooses stale in {menu}: {denied:?}", self.name))
    }

    async fn use_control(&self, post: &Post, how: &str, body: Value) -> Result<Answer, Denied> {
        let (user, channel, message) = (&self.id, post.channel(), post.id());
        let path = format!("/users/{user}/channels/{channel}/messages/{message}/{how}");
        let answer = self.control.attempt("POST", &path, body).await?;
        Ok(self.settled(answer).await)
    }

    /// Everything that this person's client was sent after the entry `since`, with the number of the last one.
    pub async fn feed(&self, since: u64) -> (u64, Vec<Value>) {
        let path = format!("/users/{}/feed?since={since}", self.id);
        let feed = self.control.get(&path).await;
        let next = feed["next"].as_u64().expect("a number");
        (next, list(feed["entries"].clone()))
    }

    /// The number of the last entry of the feed.
    pub async fn feed_end(&self) -> u64 {
        self.feed(0).await.0
    }
}

/// A message as a client shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Post(pub Value);

impl Post {
    /// Its id.
    pub fn id(&self) -> String {
        word(&self.0["id"])
    }

    /// Where it stands.
    pub fn channel(&self) -> String {
        word(&self.0["channel"])
    }

    /// What it says.
    pub fn text(&self) -> String {
        word(&self.0["content"])
    }

    /// Whether this person alone sees it.
    pub fn is_private(&self) -> bool {
        self.0["ephemeral"] == true
    }

    /// Its controls, row by row.
    pub fn controls(&self) -> Vec<Value> {
        let rows = list(self.0["components"].clone());
        let parts = rows.iter().map(|row| list(row["components"].clone()));
        parts.flatten().collect()
    }

    /// The labels of its buttons.
    pub fn buttons(&self) -> Vec<String> {
        let controls = self.controls();
        let buttons = controls.iter().filter(|part| part["type"] == 2);
        buttons.map(|part| word(&part["label"])).collect()
    }

    /// The button whose label begins so.
    pub fn button(&self, beginning: &str) -> Option<String> {
        let mut buttons = self.buttons().into_iter();
        buttons.find(|label| label.starts_with(beginning))
    }

    /// The menu whose placeholder begins so.
    pub fn menu(&self, beginning: &str) -> Option<Value> {
        let mut controls = self.controls().into_iter();
        controls.find(|part| {
            part["type"] == 3
                && part["placeholder"]
                    .as_str()
                    .is_some_and(|words| words.starts_with(beginning))
        })
    }

    /// The value of the option of that menu whose label contains this.
    pub fn option(&self, menu: &str, label: &str) -> Option<String> {
        let menu = self.menu(menu)?;
        let options = list(menu["options"].clone());
        let option = options
            .iter()
            .find(|option| word(&option["label"]).contains(label))?;
        Some(word(&option["value"]))
    }
}

/// What somebody sees of the bot's answer.
#[derive(Debug, Clone)]
pub struct Answer(pub Value);

impl Answer {
    /// The message of it.
    pub fn post(&self) -> Post {
        assert!(
            self.0["message"].is_object(),
            "no answer in words: {self:?}"
        );
        Post(self.0["message"].clone())
    }

    /// What it says; nothing where there is no message.
    pub fn text(&self) -> String {
        self.0["message"]["content"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Checks that it came, to that person alone, and that it says this.
    #[track_caller]
    pub fn says(self, words: &str) -> Answer {
        let kind = self.0["kind"].as_str().unwrap_or_default();
        assert!(
            matches!(kind, "message" | "updated"),
            "no answer in words, but {self:#?}"
        );
        assert!(self.post().is_private(), "not private: {self:#?}");
        let text = self.text();
        assert!(
            text.contains(words),
            "expected {words:?} in the answer:\n{text}"
        );
        self
    }
}

/// A text in JSON.
#[track_caller]
pub fn word(value: &Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => panic!("no text: {value}"),
    }
}

/// A list in JSON; nothing where there is none.
pub fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
}
