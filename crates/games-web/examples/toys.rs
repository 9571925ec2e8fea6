//! A server of games that its pages have never heard of: tic-tac-toe with its picture, and a heap of
//! stones without any. The browser tests play both.
//!
//! `cargo run -p games-web --example toys -- --port 0 --json` prints where it is, as `games serve`
//! does, and answers until it is ended.

use std::net::{Ipv4Addr, TcpListener};

use games::{GameInfo, Games};
use games_core::{
    End, Game, MoveSink, Outcome, Side, Status, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
    plain,
    toy::TicTacToe,
};
use games_web::{App, Config, serve};

struct Drawn;

impl Entry for Drawn {
    const ID: &'static str = "drawn-toy";
    const NAME: &'static str = "Drawn Toy";
    const RULES_PAGE: &'static str = "# Drawn Toy\n\n## Rules\n\n- Three in a line win.\n";
    const KEYS: &'static [RuleKey] = &[];

    fn build<V: Visitor>(
        _: &GameOptions,
        _: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(TicTacToe))
    }
}

/// A heap of stones: take one or two; who takes the last one wins.
#[derive(Clone)]
struct Heap;

/// The stones at the start.
const STONES: u8 = 7;

impl Game for Heap {
    type State = (u8, Side);
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> (u8, Side) {
        (STONES, Side::First)
    }

    fn to_move(&self, state: &(u8, Side)) -> Side {
        state.1
    }

    fn moves(&self, state: &(u8, Side), out: &mut impl MoveSink<u8>) -> Status {
        if state.0 == 0 {
            return Status::Over(Outcome::Win(state.1.other()));
        }
        let most = state.0.min(2);
        let _ = out.put_all(most.into(), 1..=most);
        Status::Ongoing
    }

    fn apply(&self, state: &mut (u8, Side), m: u8) {
        *state = (state.0 - m, state.1.other());
    }

    fn end(&self, state: &(u8, Side)) -> Option<End<&'static str>> {
        self.status(state).outcome().map(|outcome| End::plain(outcome, "no stones"))
    }
}

plain!(Heap);

struct Plain;

impl Entry for Plain {
    const ID: &'static str = "plain-toy";
    const NAME: &'static str = "Plain Toy";
    const RULES_PAGE: &'static str =
        "# Plain Toy\n\n## Rules\n\n- Who takes the last stone wins.\n";
    const KEYS: &'static [RuleKey] = &[];

    fn build<V: Visitor>(
        _: &GameOptions,
        _: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(Heap))
    }
}

static TOYS: &[GameInfo] = &[GameInfo::of::<Drawn>(), GameInfo::of::<Plain>()];

#[expect(clippy::print_stdout, reason = "a program for tests, which read where it is")]
fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    println!("{{\"url\": \"http://127.0.0.1:{port}/\", \"port\": {port}}}");
    serve(&App::new(Config::new(Games::new(TOYS))), listener, std::future::pending(), || {})
}
