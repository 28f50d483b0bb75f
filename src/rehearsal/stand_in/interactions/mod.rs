//! Application commands, interactions and the answers to them.

use super::rest::Route;

/// What the stand-in knows of commands and interactions.
#[derive(Debug, Default)]
pub struct InteractionState {}

/// Routes of commands, callbacks and webhooks.
pub fn routes() -> Vec<Route> {
    Vec::new()
}
