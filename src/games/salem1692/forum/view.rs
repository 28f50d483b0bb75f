//! What one viewer may know: the one place where the secret state becomes a view.
