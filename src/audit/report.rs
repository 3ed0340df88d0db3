//! A page.
