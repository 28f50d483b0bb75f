//! Salem 1692: the table that its editions share, and the editions.

pub mod forum;
mod order;
pub mod table;
pub mod tabletop;
mod typed;
mod words;
