//! The interface as clients see it: most of it without a socket, the rest over one of loopback.

mod answers;
mod asking;
mod bad_input;
mod guard;
mod live;
mod load;
mod own_game;
mod pace;
mod stopping;
mod values;
