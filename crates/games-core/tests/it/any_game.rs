//! Games whose types are erased answer as the games themselves do.

use core::fmt;

use games_core::{
    ASPECTS, Actions, Adjudicate, AnyGame, Board, Countable, Describe, End, Evaluate, Features,
    FirstRow, Game, Layout, MonteCarlo, MoveRows, MoveSink, Notation, Outcome, Perft, Piece,
    Planes, Record, Rng, Shade, Side, Solvable, Standing, Status, Symmetric, TextError, Unsolvable,
    View, check_erasure,
    laws::{self, Options},
    solvable::NotSolvable,
    toy::{TicTacToe, TreeGame},
};

#[test]
fn objects_answer_as_their_games() {
    check_erasure(&TicTacToe, 20);
    check_erasure(&TreeGame::parse("1( 2(-3 5) 1(4 -9 2(0 1(7 -7) 2) ) 1(6) )").unwrap(), 5);
}

/// A game that leaves no default as it is answers everything in its own way.
#[test]
fn nothing_that_a_game_says_of_itself_is_lost() {
    check_erasure(&Odd, 4);
}

#[test]
fn objects_keep_all_laws() {
    laws::check(&AnyGame::new(TicTacToe), Options { games: 20, ..Options::default() });
    let tree = TreeGame::parse("1( 2(-3 5) 1(4 -9 2(0 1(7 -7) 2) ) 1(6) )").unwrap();
    laws::check(&AnyGame::new(tree), Options::default());
}

#[test]
fn objects_are_walked_as_their_games() {
    let game = AnyGame::new(TicTacToe);
    let expected = Perft::new().count(&TicTacToe, &TicTacToe.initial(), 7);
    assert_eq!(Perft::new().count(&game, &game.initial(), 7), expected);
    let mut record = Record::new(game);
    record.play_line("b2 b1 a1 c3 a2 a3 c2").unwrap();
    assert_eq!(record.end().unwrap().reason.to_string(), "three in a row");
    record.undo();
    assert_eq!(record.end(), None);
}

#[test]
#[should_panic(expected = "a position of this game")]
fn a_position_of_another_game_is_told_from_the_own() {
    let tree = AnyGame::new(TreeGame::parse("1(2 -3)").unwrap());
    AnyGame::new(TicTacToe).key(&tree.initial());
}

/// Counts down from 9 by one or two; whoever cannot go on has won, by a margin. All that has a
/// default is something else.
#[derive(Clone)]
struct Odd;

impl Game for Odd {
    type State = u8;
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> u8 {
        9
    }

    fn to_move(&self, state: &u8) -> Side {
        Side::BOTH[usize::from(state % 2)]
    }

    fn moves(&self, state: &u8, out: &mut impl MoveSink<u8>) -> Status {
        if *state == 0 {
            return Status::Over(Outcome::Win(Side::Second));
        }
        let _ = out.put_all(1 + usize::from(*state > 1), 1..=2.min(*state));
        Status::Ongoing
    }

    fn apply(&self, state: &mut u8, m: u8) {
        *state -= m;
    }

    fn end(&self, state: &u8) -> Option<End<&'static str>> {
        let end = End { outcome: Outcome::Win(Side::Second), reason: "odd", margin: Some(-3) };
        (*state == 0).then_some(end)
    }

    fn key(&self, state: &u8) -> u64 {
        u64::from(*state) << 40
    }

    fn random_move(&self, state: &u8, rng: &mut impl Rng) -> Result<u8, Outcome> {
        match state {
            0 => Err(Outcome::Win(Side::Second)),
            1 => Ok(1),
            _ => Ok(2 - u8::from(rng.below(3) == 0)),
        }
    }
}

impl Notation for Odd {
    fn write_state(&self, state: &u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "at {state}")
    }

    fn parse_state(&self, text: &str) -> Result<u8, TextError> {
        let number = text.strip_prefix("at ").and_then(|number| number.parse().ok());
        number.ok_or_else(|| TextError::whole(text, "nowhere"))
    }

    fn write_move(&self, state: &u8, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{state}-{m}")
    }

    fn parse_move(&self, _: &u8, text: &str) -> Result<u8, TextError> {
        let number = text.split_once('-').and_then(|(_, number)| number.parse().ok());
        number.ok_or_else(|| TextError::illegal(text))
    }

    fn has_memory(&self) -> bool {
        true
    }

    fn next_move<'t>(&self, state: &u8, line: &'t str) -> Result<Option<(u8, &'t str)>, TextError> {
        Ok(line.get(2..).map(|rest| (state % 2 + 1, rest)))
    }

    fn label(&self, state: &u8, m: u8) -> String {
        format!("{m} off {state}")
    }
}

impl Adjudicate for Odd {
    type Clock = ();

    fn repetition_key(&self, state: &u8) -> Option<u64> {
        (*state > 3).then_some(7)
    }

    fn is_repetition(&self, a: &u8, b: &u8) -> bool {
        a > b
    }

    fn ply(&self, state: &u8, (): &()) -> u64 {
        (9 - *state).into()
    }

    fn ends_by_path(&self) -> bool {
        true
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<&'static str>> {
        let is_over = at.plies > 100 && at.occurrences() > 1 && at.last.is_some();
        is_over.then(|| End::plain(Outcome::Draw, if *at.state > 4 { "early" } else { "late" }))
    }

    fn claimable(&self, at: &Standing<'_, Self>) -> Option<End<&'static str>> {
        (at.occurrences() == 3).then(|| End::plain(Outcome::Draw, "thrice"))
    }

    fn path_may_win(&self) -> bool {
        true
    }

    fn repeats_unlike_positions(&self) -> bool {
        true
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        at.plies + usize::from(*at.state)
    }

    fn always_ends(&self) -> bool {
        false
    }
}

impl Countable for Odd {
    fn margin_now(&self, state: &u8) -> Option<i32> {
        Some(i32::from(*state) - 4)
    }

    fn resumed(&self, state: &u8, to_move: Side) -> Option<u8> {
        (to_move == Side::First).then_some(state + 1)
    }

    fn dead(&self, state: &u8, rng: &mut impl Rng) -> Vec<usize> {
        vec![(*state).into(), rng.below(100) as usize]
    }
}

impl Evaluate for Odd {
    fn evaluate(&self, state: &u8) -> i32 {
        i32::from(*state) * 10
    }

    fn final_score(&self, end: &End<&'static str>) -> f64 {
        if end.reason == "odd" { -0.125 } else { 0.0 }
    }

    fn order_hint(&self, state: &u8, last: Option<u8>, m: u8) -> i32 {
        i32::from(*state * 16 + last.unwrap_or(5) * 4 + m)
    }

    fn move_kind(&self, state: &u8, m: u8) -> Option<u64> {
        Some(u64::from(*state) << m)
    }

    fn is_noisy(&self, _: &u8, m: u8) -> bool {
        m == 2
    }

    fn noisy_moves(&self, state: &u8, out: &mut impl MoveSink<u8>) {
        let _ = if *state > 1 { out.put(2) } else { out.put(1) };
    }

    fn must_answer(&self, state: &u8) -> bool {
        *state == 5
    }

    fn null_move(&self, state: &u8) -> Option<u8> {
        state.checked_sub(3)
    }

    fn swing(&self) -> Option<i32> {
        Some(77)
    }

    fn aspects(&self, state: &u8) -> Option<[u64; ASPECTS]> {
        Some([u64::from(*state); ASPECTS])
    }

    fn playout_move(
        &self,
        state: &u8,
        last: Option<u8>,
        rng: &mut impl Rng,
    ) -> Result<u8, Outcome> {
        if *state > 1 { Ok(last.unwrap_or(1)) } else { self.random_move(state, rng) }
    }

    fn priors(&self, state: &u8, last: Option<u8>, moves: &[u8], weights: &mut Vec<f32>) {
        let last = last.unwrap_or(9);
        weights.extend(moves.iter().map(|m| f32::from(m * 10 + last) / f32::from(*state)));
    }

    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default().with_half_win(123)
    }
}

impl Describe for Odd {
    fn board(&self) -> Board {
        Board::squares(3, 3, FirstRow::Top, Shade::Plain)
    }

    fn view(&self, state: &u8, last: Option<u8>) -> View {
        let at = usize::from(*state) % 9;
        let piece = |at, side, glyph| Piece { at, glyph, symbol: '*', side: Some(side), z: 0 };
        let beside = (at + usize::from(last.unwrap_or(3))) % 9;
        let pieces = vec![piece(at, Side::First, "x"), piece(beside, Side::Second, "o")];
        View::default().with_pieces(pieces)
    }

    fn side_name(&self, side: Side) -> &'static str {
        ["left", "right"][side.index()]
    }

    fn numbers_pairs(&self) -> bool {
        true
    }

    fn picks(&self, state: &u8, m: u8) -> Vec<Vec<usize>> {
        vec![vec![usize::from(*state), usize::from(m)]]
    }

    fn choice(&self, state: &u8, m: u8) -> u8 {
        state + m
    }

    fn say(&self, state: &u8, m: u8) -> String {
        format!("{m} goes off {state}")
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        vec!["o", "x"]
    }

    fn plane_names(&self) -> Vec<String> {
        vec!["all".to_owned(), "turn".to_owned()]
    }

    fn put_planes(&self, state: &u8, planes: &mut Planes<'_>) {
        planes.set(usize::from(state % 2), usize::from(*state) % 9);
    }

    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<u8, TextError>> {
        Some(Ok(pieces.len() as u8 * 3 + to_move.index() as u8))
    }
}

impl Symmetric for Odd {
    fn symmetries(&self) -> u8 {
        3
    }

    fn inverse(&self, g: u8) -> u8 {
        (3 - g) % 3
    }

    fn map_state(&self, g: u8, state: &u8) -> u8 {
        state * 4 + g
    }

    fn map_move(&self, g: u8, m: u8) -> u8 {
        m * 5 + g
    }

    fn canonical_key(&self, state: &u8) -> u64 {
        (*state).into()
    }
}

impl Actions for Odd {
    fn action_count(&self) -> Option<u32> {
        Some(17)
    }

    fn action_id(&self, m: u8) -> Option<u32> {
        Some(u32::from(m) + 3)
    }

    fn action_ids(&self, state: &u8, ids: &mut Vec<u32>) {
        ids.push((*state).into());
    }

    fn action(&self, id: u32) -> Option<u8> {
        id.checked_sub(3).map(|m| m as u8)
    }
}

impl Features for Odd {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).with_stages(2)
    }

    fn features(&self, _: &Layout, state: &u8, rows: &mut Vec<u16>) {
        rows.push((*state).into());
    }

    fn stage(&self, layout: &Layout, state: &u8, men: usize) -> usize {
        layout.cells() + usize::from(*state) + men
    }

    fn is_quiet(&self, state: &u8) -> bool {
        *state < 6
    }

    fn move_row_count(&self) -> usize {
        6
    }

    fn move_rows(&self, state: &u8, last: Option<u8>, moves: &[u8], rows: &mut MoveRows) {
        for m in moves {
            rows.push(u16::from(*state * 9 + last.unwrap_or(7) * 3 + m));
            rows.end_move();
        }
    }

    fn weights(&self) -> Option<&'static [u8]> {
        Some(&[1, 2, 3])
    }
}

impl Solvable for Odd {
    type Space = Unsolvable;

    fn folded_space(&self, _: &u8) -> Result<Unsolvable, NotSolvable> {
        Err(NotSolvable::new("odd: nothing is folded"))
    }
}
