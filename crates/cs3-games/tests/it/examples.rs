//! The example games of the game sheets, position by position.

use core::fmt::Write;

use games_core::{
    Record,
    draw::{Style, text_of},
    entry::{Playable, Visitor},
    fixtures::{self, records},
};

use crate::fixtures::open;

struct Replay<'a>(&'a fixtures::Record<'a>);

impl Visitor for Replay<'_> {
    type Out = String;

    /// Checks the positions and writes the game down for people.
    fn visit<G: Playable>(self, game: G) -> String {
        let fixture = self.0;
        let mut record = Record::parse(game, fixture.one("position").unwrap()).unwrap();
        let mut out = String::new();
        show(&mut out, &record);
        for line in fixture.all("move") {
            let (m, expected) = line.split_once(' ').unwrap();
            let say = {
                let m = record.game().parse_move(record.state(), m).unwrap();
                record.game().say(record.state(), m)
            };
            let _ = writeln!(out, "\nplays {m}: {say}");
            record.play_line(m).unwrap();
            assert_eq!(record.position_text(), expected);
            show(&mut out, &record);
        }
        let result = match record.outcome().map(|o| o.value_for(record.to_move())) {
            None => "ongoing",
            Some(1) => "win",
            Some(-1) => "lose",
            Some(_) => "tie",
        };
        assert_eq!(Ok(result), fixture.one("result"));
        if let Some(end) = record.end() {
            let _ = writeln!(out, "\n{} ({})", end.outcome.name(), end.reason);
        }
        out
    }
}

fn show<G: Playable>(out: &mut String, record: &Record<G>) {
    let board = text_of(record.game(), record.state(), record.last_move(), Style::PLAIN);
    let _ = write!(out, "{}\n{board}", record.position_text());
}

#[test]
fn the_example_games_of_the_sheets_are_played_as_printed() {
    for fixture in records(include_str!("../data/examples.txt")) {
        let id = fixture.one("game").unwrap();
        let text = open(&fixture, id, Replay(&fixture));
        let name = fixture.get("rules").map_or(id.to_owned(), |_| format!("{id}_wormholes"));
        insta::assert_snapshot!(name, text);
    }
}
