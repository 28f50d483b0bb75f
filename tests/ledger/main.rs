//! The store and the host: nothing is lost, nothing happens twice, one game's fault is not another's.

#[path = "../kit/bend.rs"]
mod bend;
#[path = "../kit/ledger.rs"]
mod kit;

mod audit;
mod faults;
mod game;
mod host;
mod kept;
mod kill;
mod machine;
mod mangled;
mod presence;
mod store;
