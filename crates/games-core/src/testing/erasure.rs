//! Whether a game whose type is erased answers as the game itself does.

use core::{fmt::Debug, ops::ControlFlow};

use crate::{
    AnyGame, Erasable, Game, MoveList, MoveRows, Planes, Side, Space, Standing,
    entry::Playable,
    planes, seeded,
    solvable::{AnySpace, Key},
};

/// Plays random games and asks the game and the [`AnyGame`] made of it, at each position,
/// everything that can be asked.
///
/// # Panics
///
/// With the first answers that differ.
pub fn check_erasure<G: Erasable>(game: &G, games: u64) {
    let any = AnyGame::new(game.clone());
    let (told, expected) = (of_game(&any), of_game(game));
    assert_eq!(told, expected);
    for seed in 0..games {
        let (mut state, mut erased) = (game.initial(), any.initial());
        let (mut last, mut last_erased) = (None, None);
        for ply in 0..60 {
            let expected = of_position(game, &state, last);
            let told = of_position(&any, &erased, last_erased);
            for (told, expected) in told.iter().zip(&expected) {
                assert_eq!(told, expected, "game {seed}, ply {ply}");
            }
            let rng = || seeded(seed << 32 | ply);
            let Ok(m) = game.random_move(&state, &mut rng()) else { break };
            let same = any.random_move(&erased, &mut rng()).expect("the game goes on");
            game.apply(&mut state, m);
            any.apply(&mut erased, same);
            (last, last_erased) = (Some(m), Some(same));
        }
    }
}

/// A question and its answer.
type Answer = (&'static str, String);

fn answer(question: &'static str, answer: impl Debug) -> Answer {
    (question, format!("{answer:?}"))
}

fn of_game<G: Playable>(game: &G) -> Vec<Answer> {
    let texts = ["", "-", "b2", &game.state_text(&game.initial())];
    let images = (0..game.symmetries()).map(|g| game.inverse(g)).collect::<Vec<_>>();
    vec![
        answer("board", game.board()),
        answer("sides", Side::BOTH.map(|side| game.side_name(side))),
        answer("pairs", game.numbers_pairs()),
        answer("kinds", game.piece_kinds()),
        answer("planes", game.plane_names()),
        answer("symmetries", images),
        answer("actions", game.action_count()),
        answer("memory", game.has_memory()),
        answer("ends by path", game.ends_by_path()),
        answer("path may win", game.path_may_win()),
        answer("repeats unlike positions", game.repeats_unlike_positions()),
        answer("always ends", game.always_ends()),
        answer("swing", game.swing()),
        answer("Monte Carlo", game.monte_carlo()),
        answer("layout", game.layout()),
        answer("rows of moves", game.move_row_count()),
        answer("weights", game.weights().map(<[u8]>::len)),
        answer("texts", texts.map(|text| game.parse_state(text).map(|s| game.state_text(&s)))),
    ]
}

fn of_position<G: Playable<Clock = ()>>(
    game: &G,
    state: &G::State,
    last: Option<G::Move>,
) -> Vec<Answer> {
    let at = At { game, state, last };
    let mut answers = at.rules();
    answers.extend(at.path());
    answers.extend(at.drawing());
    answers.extend(at.estimates());
    answers.extend(at.numbers());
    for &m in game.list(state).as_slice() {
        answers.extend(at.of_move(m));
    }
    answers
}

/// A position of a game in progress. Moves and positions are compared by their texts.
struct At<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
    last: Option<G::Move>,
}

impl<G: Playable<Clock = ()>> At<'_, G> {
    fn text(&self, m: G::Move) -> String {
        self.game.move_text(self.state, m)
    }

    fn rules(&self) -> Vec<Answer> {
        let Self { game, state, .. } = *self;
        let mut moves = Vec::new();
        let status = game.moves(state, &mut |m| {
            moves.push(self.text(m));
            if moves.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let mut ids = Vec::new();
        game.action_ids(state, &mut ids);
        let end = game.end(state);
        let images = (0..game.symmetries()).map(|g| game.state_text(&game.map_state(g, state)));
        vec![
            answer("state", (state, game.state_text(state), game.to_move(state))),
            answer("moves", (moves, status, game.status(state), game.count(state))),
            answer("actions", ids),
            answer("end", end.map(|end| (end.outcome, end.margin, end.reason.to_string()))),
            answer("final score", end.map(|end| game.final_score(&end))),
            answer("keys", (game.key(state), game.canonical_key(state), state == &state.clone())),
            answer("images", images.collect::<Vec<_>>()),
        ]
    }

    /// What depends on how the position came about.
    fn path(&self) -> Vec<Answer> {
        let Self { game, state, last } = *self;
        let words = |end: crate::End<G::Reason>| (end.outcome, end.reason.to_string());
        let ends = [(3, 1), (10_000, 2), (1, 3), (1_000_000, 1)].map(|(plies, occurrences)| {
            let occurrences = move || occurrences;
            let at = Standing::new(state, &(), plies, last, &occurrences);
            (game.adjudicate(&at).map(words), game.claimable(&at).map(words), game.horizon(&at))
        });
        let resumed = Side::BOTH.map(|side| game.resumed(state, side).map(|s| game.state_text(&s)));
        vec![
            answer("path", ends),
            answer("repetition", (game.repetition_key(state), game.ply(state, &()))),
            answer("equal", [game.initial(), state.clone()].map(|s| game.is_repetition(&s, state))),
            answer("counting", (game.margin_now(state), game.dead(state, &mut seeded(1)), resumed)),
        ]
    }

    fn drawing(&self) -> Vec<Answer> {
        let Self { game, state, last } = *self;
        let view = game.view(state, last);
        let set_up = game.set_up(&view.pieces, game.to_move(state));
        let names = game.plane_names();
        let cells = planes::shape(&game.board(), &names).map_or(0, |[_, rows, cols]| rows * cols);
        let mut values = vec![0; names.len() * cells];
        if cells != 0 {
            game.put_planes(state, &mut Planes::bytes(&mut values, cells));
        }
        vec![
            answer("view", view),
            answer("set up", set_up.map(|s| s.map(|s| game.state_text(&s)))),
            answer("planes", values),
        ]
    }

    fn estimates(&self) -> Vec<Answer> {
        let Self { game, state, last } = *self;
        let (moves, layout) = (game.list(state), game.layout());
        let (mut noisy, mut weights) = (Vec::new(), Vec::new());
        let (mut features, mut rows) = (Vec::new(), MoveRows::default());
        if !game.status(state).is_over() {
            game.noisy_moves(state, &mut |m| {
                noisy.push(self.text(m));
                ControlFlow::Continue(())
            });
        }
        game.priors(state, last, moves.as_slice(), &mut weights);
        game.features(&layout, state, &mut features);
        game.move_rows(state, last, moves.as_slice(), &mut rows);
        let played = game.playout_move(state, last, &mut seeded(1)).map(|m| self.text(m));
        vec![
            answer("estimate", (game.evaluate(state), game.must_answer(state))),
            answer("noisy moves", noisy),
            answer("pass", game.null_move(state).map(|s| game.state_text(&s))),
            answer("playout", played),
            answer("priors", weights),
            answer("features", (features, rows, game.is_quiet(state))),
            answer("stages", [0, 7, 20].map(|men| game.stage(&layout, state, men))),
        ]
    }

    /// Asked of a space whose start is this position.
    fn numbers(&self) -> Vec<Answer> {
        let Self { game, state, .. } = *self;
        let folded = game.folded_space(state).map(|space| space.start().to_u128());
        let folded = answer("folded", folded);
        let space = match game.space(state) {
            Ok(space) => space,
            Err(error) => return vec![answer("space", error), folded],
        };
        let (key, mut children, mut parents) = (space.start(), Vec::new(), Vec::new());
        let status = space.children(key, &mut children);
        space.parents(key, &mut parents);
        let back = game.state_in(&space, key).map(|s| game.state_text(&s));
        let own = game.key_in(&space, state).map(Key::to_u128);
        let wide = |keys: Vec<_>| keys.into_iter().map(Key::to_u128).collect::<Vec<_>>();
        let facts = (space.tier(key), space.orbit(key), space.bound(), space.is_position(key));
        let (to_move, any) = (space.to_move(key), AnySpace::new(space));
        vec![
            answer("start", (key.to_u128(), own, back, to_move)),
            answer("children", (status, wide(children), wide(parents))),
            folded,
            answer("tier, orbit, bound", facts),
            answer("as an object", (any.key_bytes(), any.shape())),
        ]
    }

    fn of_move(&self, m: G::Move) -> Vec<Answer> {
        let Self { game, state, last } = *self;
        let text = self.text(m);
        let read = [&*text, "", "?"].map(|text| game.parse_move(state, text).map(|m| self.text(m)));
        let line = format!("{text} {text}");
        let next = game.next_move(state, &line).map(|n| n.map(|(m, rest)| (self.text(m), rest)));
        let id = game.action_id(m);
        let action = id.and_then(|id| game.action(id)).map(|m| self.text(m));
        let images = (0..game.symmetries()).map(|g| {
            let image = game.map_state(g, state);
            game.move_text(&image, game.map_move(g, m))
        });
        let mut child = state.clone();
        game.apply(&mut child, m);
        let legal = [state, &child].map(|state| game.is_legal(state, m));
        vec![
            answer("texts", (read, game.label(state, m), game.say(state, m))),
            answer("next move", next),
            answer("picks", (game.picks(state, m), game.choice(state, m))),
            answer("action", (id, action, images.collect::<Vec<_>>())),
            answer("aspects", game.aspects(state)),
            answer("hints", (game.order_hint(state, last, m), game.move_kind(state, m))),
            answer("noisy", game.is_noisy(state, m)),
            answer("played", (game.state_text(&child), legal)),
        ]
    }
}
