//! Panels: private text with controls, for one viewer.
