//! What a user asks of a bot: commands typed, buttons pressed, menus and modals filled in, and the wait for what comes of it.

use super::super::interactions::client::Focus;
use super::super::interactions::{ANSWER_WITHIN_MS, Outcome};
use super::super::world::{Id, World};
use super::seen::{Answer, AnswerKind, Choice, Modal};
use super::{Denied, Person};
use std::time::Duration;

/// How long a user watches a bot that is "thinking".
const WATCH_THINKING: Duration = Duration::from_secs(10);

impl Person {
    /// The slash commands that this user's client offers in a channel, subcommands written out.
    pub fn offered_commands(&self, channel: Id) -> Vec<String> {
        self.shared.read(|world| {
            let commands = world.usable_commands(self.id, channel);
            commands
                .into_iter()
                .flat_map(|command| written_out(&command.body, ""))
                .collect()
        })
    }

    /// Types a slash command (`/play accusation`) with options by name and waits for the answer.
    ///
    /// # Errors
    /// What the client bars: an unknown command, a missing or unknown option, a value that does not fit.
    pub async fn type_command(
        &self,
        channel: Id,
        line: &str,
        options: &[(&str, &str)],
    ) -> Result<Answer, Denied> {
        let opened = self
            .shared
            .write(|world| world.open_command(self.id, channel, None, line, &owned(options)))?;
        Ok(self.wait_answer(opened).await)
    }

    /// As [`Person::type_command`], of one application where several offer the command.
    ///
    /// # Errors
    /// As [`Person::type_command`].
    pub async fn type_command_of(
        &self,
        application: Option<Id>,
        channel: Id,
        line: &str,
        options: &[(String, String)],
    ) -> Result<Answer, Denied> {
        let opened = self
            .shared
            .write(|world| world.open_command(self.id, channel, application, line, options))?;
        Ok(self.wait_answer(opened).await)
    }

    /// Asks what the bot offers for an option of a slash command; nothing where it does not answer in time.
    ///
    /// # Errors
    /// What the client bars.
    pub async fn autocomplete(
        &self,
        channel: Id,
        line: &str,
        option: &str,
        typed: &str,
        others: &[(&str, &str)],
    ) -> Result<Vec<Choice>, Denied> {
        let focus = Focus { option, typed };
        self.autocomplete_of(None, channel, line, focus, &owned(others))
            .await
    }

    /// As [`Person::autocomplete`], of one application where several offer the command.
    ///
    /// # Errors
    /// What the client bars.
    pub async fn autocomplete_of(
        &self,
        application: Option<Id>,
        channel: Id,
        line: &str,
        focus: Focus<'_>,
        others: &[(String, String)],
    ) -> Result<Vec<Choice>, Denied> {
        let opened = self.shared.write(|world| {
            world.open_autocomplete(self.id, channel, application, line, others, focus)
        })?;
        let look = |world: &World| match &world.interactions.opened.get(&opened)?.outcome {
            Outcome::Choices(choices) => Some(choices.clone()),
            _ => None,
        };
        let choices = self
            .shared
            .wait_for(answer_within(), look)
            .await
            .unwrap_or_default();
        let choice = |choice: &serde_json::Value| Choice {
            name: choice["name"].as_str().unwrap_or_default().to_owned(),
            value: choice["value"].clone(),
        };
        Ok(choices.iter().map(choice).collect())
    }

    /// Presses a button (custom id or label) of a message as it is now.
    ///
    /// # Errors
    /// What the client bars: a message out of sight, no such button, a disabled one.
    pub async fn press(&self, channel: Id, message: Id, which: &str) -> Result<Answer, Denied> {
        let opened = self
            .shared
            .write(|world| world.open_press(self.id, channel, message, which))?;
        Ok(self.wait_answer(opened).await)
    }

    /// Presses a button that a slow client still shows: of an earlier version of a message, or of one that has been deleted.
    ///
    /// # Errors
    /// What was never on this user's screen.
    pub async fn press_stale(
        &self,
        channel: Id,
        message: Id,
        which: &str,
    ) -> Result<Answer, Denied> {
        let opened = self
            .shared
            .write(|world| world.open_stale_press(self.id, channel, message, which, None))?;
        Ok(self.wait_answer(opened).await)
    }

    /// Picks values (or labels) from a menu of a message as it is now.
    ///
    /// # Errors
    /// As [`Person::press`], and too few, too many or foreign values.
    pub async fn choose(
        &self,
        channel: Id,
        message: Id,
        which: &str,
        values: &[&str],
    ) -> Result<Answer, Denied> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        let opened = self
            .shared
            .write(|world| world.open_choice(self.id, channel, message, which, &values))?;
        Ok(self.wait_answer(opened).await)
    }

    /// Picks values from a menu that a slow client still shows.
    ///
    /// # Errors
    /// As [`Person::press_stale`].
    pub async fn choose_stale(
        &self,
        channel: Id,
        message: Id,
        which: &str,
        values: &[&str],
    ) -> Result<Answer, Denied> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        let opened = self.shared.write(|world| {
            world.open_stale_press(self.id, channel, message, which, Some(&values))
        })?;
        Ok(self.wait_answer(opened).await)
    }

    /// Fills in the modal on the screen (by custom id or label) and sends it off.
    ///
    /// # Errors
    /// What the client bars: another modal, an unknown input, a required one left empty, a text of the wrong length.
    pub async fn submit(&self, modal: &Modal, values: &[(&str, &str)]) -> Result<Answer, Denied> {
        let values: Vec<(String, Vec<String>)> = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()]))
            .collect();
        self.submit_lists(modal.id, &values).await
    }

    /// As [`Person::submit`], with several values for menus.
    ///
    /// # Errors
    /// As [`Person::submit`].
    pub async fn submit_lists(
        &self,
        modal: Id,
        values: &[(String, Vec<String>)],
    ) -> Result<Answer, Denied> {
        let opened = self
            .shared
            .write(|world| world.open_submit(self.id, modal, values))?;
        Ok(self.wait_answer(opened).await)
    }

    /// What this user sees of an earlier interaction's answer now.
    pub fn answer_now(&self, interaction: Id) -> Option<Answer> {
        self.shared.read(|world| {
            let found = world.interactions.opened.get(&interaction)?;
            (found.user == self.id).then(|| world.answer_seen(found))
        })
    }

    /// Waits as a user does: three seconds for any answer, then a while for one that is "thinking".
    async fn wait_answer(&self, interaction: Id) -> Answer {
        let first = |world: &World| {
            let opened = world.interactions.opened.get(&interaction)?;
            let answer = world.answer_seen(opened);
            let over = world.now_ms() - opened.opened_ms > ANSWER_WITHIN_MS;
            (answer.kind != AnswerKind::NoResponse || over).then_some(answer)
        };
        let settled = |world: &World| {
            let answer = world.answer_seen(world.interactions.opened.get(&interaction)?);
            (answer.kind != AnswerKind::Thinking).then_some(answer)
        };
        match self.shared.wait_for(answer_within(), first).await {
            Some(answer) if answer.kind == AnswerKind::Thinking => {
                let settled = self.shared.wait_for(WATCH_THINKING, settled).await;
                settled.unwrap_or(answer)
            }
            Some(answer) => answer,
            None => Answer {
                interaction,
                kind: AnswerKind::NoResponse,
                message: None,
                modal: None,
                took_us: None,
            },
        }
    }
}

fn answer_within() -> Duration {
    Duration::from_millis(ANSWER_WITHIN_MS.unsigned_abs())
}

fn owned(options: &[(&str, &str)]) -> Vec<(String, String)> {
    options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn written_out(level: &serde_json::Value, before: &str) -> Vec<String> {
    let name = level["name"].as_str().unwrap_or_default();
    let line = if before.is_empty() {
        format!("/{name}")
    } else {
        format!("{before} {name}")
    };
    let options = level["options"].as_array().map_or(&[][..], Vec::as_slice);
    let branches: Vec<String> = options
        .iter()
        .filter(|option| matches!(option["type"].as_i64(), Some(1 | 2)))
        .flat_map(|option| written_out(option, &line))
        .collect();
    if branches.is_empty() {
        vec![line]
    } else {
        branches
    }
}
