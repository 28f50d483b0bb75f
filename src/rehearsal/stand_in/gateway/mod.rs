//! Discord's gateway.

use std::sync::Arc;

use axum::Router;

use super::Shared;

/// The gateway at `/` and `/gateway`.
pub fn router() -> Router<Arc<Shared>> {
    Router::new()
}
