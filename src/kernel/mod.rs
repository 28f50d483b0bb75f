//! What a hidden-role game is: the contract between the rules of a game and the process that runs it.
//!
//! Pure: nothing in here waits, reads a clock, logs, draws randomness from the system, or knows a game, SQL or Discord.

pub mod audience;
pub mod dice;
pub mod draft;
pub mod game;
pub mod ids;
pub mod intent;
pub mod lobby;
pub mod panel;
pub mod place;
pub mod text;
pub mod time;
