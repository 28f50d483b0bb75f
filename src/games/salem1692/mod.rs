//! Salem 1692: the table that its editions share, and the editions.

pub mod forum;
pub mod table;
