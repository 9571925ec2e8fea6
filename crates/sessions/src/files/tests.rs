use games_core::game_tree::Glyph;
use proptest::prelude::*;

use super::*;
use crate::only_chess::chess;

fn games() -> Games<'static> {
    Games::new(core::slice::from_ref(chess()))
}

fn file(text: &[u8]) -> GameFile<'static, &[u8]> {
    GameFile::find(games(), "-", text).unwrap()
}

#[test]
fn games_are_read_one_after_the_other_and_a_broken_one_stops_nobody() {
    let text =
        "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. Ke3 *\n[White \"C\"]\n0-1\n; bye\n";
    let read: Vec<_> = file(text.as_bytes()).map(Result::unwrap).collect();
    let names: Vec<_> =
        read.iter().map(|game| game.glance().unwrap().header.players[0].clone().unwrap()).collect();
    assert_eq!(names, ["A", "B", "C"]);
    assert_eq!(read[0].read(None).unwrap().1.main_line().count(), 2);
    let error = read[1].read(None).unwrap_err();
    assert!(error.to_string().starts_with("line 7, move 1 of White: `Ke3`"), "{error}");
    assert_eq!(error.text_error().unwrap().span, text.find("Ke3").map(|at| at..at + 3).unwrap());
    assert_eq!(read[2].number, 3);
}

#[test]
fn a_file_is_split_wherever_its_blocks_end() {
    /// Hands out few bytes at a time.
    struct Slow<'a>(&'a [u8]);
    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let length = self.0.len().min(out.len()).min(7);
            out[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }
    let game = "[Event \"x\"]\n\n1. e4 { 1-0 } e5 (1... c5 0-1) 2. Nf3 1/2-1/2\n\n";
    let text = game.repeat(10_000);
    let file = GameFile::find(games(), "x.PGN", Slow(text.as_bytes())).unwrap();
    let mut count = 0;
    for game in file {
        let game = game.unwrap();
        count += 1;
        assert_eq!(game.number, count);
        assert_eq!(game.glance().unwrap().main_line().count(), 3);
    }
    assert_eq!(count, 10_000);
}

#[test]
fn latin_1_is_read_and_what_is_no_text_is_refused() {
    let game = file(b"[White \"J\xf6rg\"]\n1. e4 *").next().unwrap().unwrap();
    assert_eq!(game.glance().unwrap().header.players[0].as_deref(), Some("Jörg"));
    let error = file(b"[White \"\x01\xff\"]\n1. e4 *").next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 1, not a text in UTF-8");
}

#[test]
fn plain_texts_come_back() {
    let chess = chess();
    let mut session = chess.open(None, None).unwrap();
    session.play_line("e4 e5 Nf3").unwrap();
    let mut tree = session.saved();
    tree.header.players = [Some("A".to_owned()), Some("B".to_owned())];
    tree.header.outcome = Some(games_core::Outcome::Draw);
    let second = tree.find("1.1").unwrap();
    tree.remarks_mut(second).glyphs.push(Glyph::MISTAKE);
    tree.remarks_mut(second).comment = "two words".to_owned();
    let text = plain::write("chess", &tree).repeat(2);
    let read: Vec<_> =
        file(text.as_bytes()).map(|game| game.unwrap().read(None).unwrap()).collect();
    assert_eq!(read.len(), 2);
    assert_eq!((read[1].0.id, &read[1].1), ("chess", &tree));
    let broken = "game chess\nmoves e4 e4\n";
    let error = file(broken.as_bytes()).next().unwrap().unwrap().read(None).unwrap_err();
    assert!(error.to_string().starts_with("line 2, moves: move 2"), "{error}");
}

#[test]
fn a_file_of_no_kind_is_refused() {
    let error = GameFile::find(games(), "x.txt", &b"hello"[..]).unwrap_err();
    assert!(error.to_string().contains(".pgn"), "{error}");
}

proptest! {
    #[test]
    fn no_text_makes_the_readers_panic(text in "(\\PC|[\\[\\](){};\"%\n]|1-0|game chess\n|moves )*") {
        for kind in [Kind::by_name(games(), "x.pgn").unwrap(), Kind::Plain] {
            for game in GameFile::new(games(), kind, text.as_bytes()) {
                let game = game.unwrap();
                let _ = (game.glance(), game.read(None));
            }
        }
    }

    #[test]
    fn a_split_file_has_the_games_of_the_whole(text in "(\\[A \"x\"\\]\n|1\\. e4 |\\{|\\}|;|\n|1-0|\\*|\\(|\\)|\u{a0}| )*") {
        let format = chess().file_format("pgn").unwrap();
        let whole: Vec<_> = format.spelled.unwrap()(&text).map_while(Result::ok).collect();
        let split = GameFile::new(games(), Kind::by_name(games(), "x.pgn").unwrap(), text.as_bytes());
        let split: Vec<_> = split.filter_map(|game| game.unwrap().glance().ok()).collect();
        prop_assert!(split.len() >= whole.len());
        prop_assert_eq!(&split[..whole.len()], &whole[..]);
    }
}
