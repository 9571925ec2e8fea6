//! A game of one's own, beside those of the crate.

use core::sync::atomic::AtomicBool;

use games_core::{
    TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
    toy::TicTacToe,
};

use super::*;
use crate::{PlayerSpec, only_chess::chess};

struct Toy;

impl Entry for Toy {
    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const RULES_PAGE: &'static str = "# Toy\n";
    const KEYS: &'static [RuleKey] = &[];
    const CAPS: &'static [(&'static str, u64)] = &[];
    const FORMATS: &'static [&'static str] = &[];
    const PROTOCOLS: &'static [&'static str] = &["uci"];

    fn build<V: Visitor>(
        _: &GameOptions,
        _: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(TicTacToe))
    }
}

#[test]
fn a_game_of_ones_own_is_found_played_and_searched() {
    let list = [*chess(), GameInfo::of::<Toy>()];
    let games = Games::new(&list);
    let mut session = games.find("toy").unwrap().open(None, Some("XX-/OO-/--- x")).unwrap();
    assert_eq!((session.game(), session.info().name), ("toy", "Toy"));
    let spec: PlayerSpec = "alphabeta:depth=2".parse().unwrap();
    let mut player = session.player(&spec, None).unwrap();
    let report = player.think(&*session, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    assert_eq!(report.best(), Some("c1"));
    session.play("c1").unwrap();
    assert!(session.end().is_some());
    assert_eq!(games.speaking("uci").last().unwrap().id, "toy");
    // Without a program of that name, but after the protocol was found to be the game's.
    let outside: PlayerSpec = "uci:no-such-program".parse().unwrap();
    let error = session.player(&outside, None).err().unwrap().to_string();
    assert!(error.contains("no program `no-such-program`"), "{error}");
}

#[test]
fn an_unknown_id_is_refused_with_the_ids_of_the_list() {
    let list = [GameInfo::of::<Toy>()];
    let error = Games::new(&list).find("tou").unwrap_err().to_string();
    assert_eq!(error, "no game `tou`; valid: toy (did you mean `toy`?)");
}
