//! How many jobs run at a time, and when they end.
