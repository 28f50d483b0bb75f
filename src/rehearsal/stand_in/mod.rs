//! A Discord server in small: REST, gateway, and a control API by which one acts as a user.

pub mod interactions;
pub mod validate;
