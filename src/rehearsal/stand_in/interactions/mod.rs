//! Application commands and interactions: what a bot registers, what a user's client makes of it, and how the bot may answer.

/// Everything about commands and interactions that the world remembers.
#[derive(Debug, Default)]
pub struct InteractionState {}
