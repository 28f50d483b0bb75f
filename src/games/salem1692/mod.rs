//! Salem 1692: the table that its editions share, and the editions.

mod controls;
mod desk;
pub mod forum;
mod guide;
mod order;
mod rooms;
mod sight;
mod story;
pub mod table;
pub mod tabletop;
mod typed;
mod words;
