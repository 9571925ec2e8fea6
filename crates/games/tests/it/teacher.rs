//! Players as teachers.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use games::{
    PlayerSpec, Session, find,
    learn::{Course, Generation, Played, Recipe},
    teacher,
};

const TEACHER: &str = "alphabeta:depth=2";

fn chess() -> Box<dyn Session> {
    find("chess").unwrap().open(None, None).unwrap()
}

/// Plays some games, which come into a file.
fn play(session: &dyn Session, path: &Path, recipe: Recipe) {
    let spec: PlayerSpec = TEACHER.parse().unwrap();
    let hire = || teacher::teacher(chess(), &spec).map_err(|error| error.to_string());
    let (teaching, stop) = (session.teaching(), AtomicBool::new(false));
    let course = Course::new(&*teaching, recipe).with_teachers(&hire);
    let mut course = course.with_journal(path).unwrap();
    course.play(Generation::Games(6), None, 1, &mut |_| {}, &stop).unwrap();
}

/// Games of chess that are played and judged as a recipe says.
fn taught(name: &str, recipe: &str) -> (Box<dyn Session>, Vec<Played>) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.games"));
    let _ = fs::remove_file(&path);
    let session = chess();
    play(&*session, &path, Recipe::taught_by(recipe, TEACHER).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    let games: Vec<_> = text.lines().filter_map(Played::parse).collect();
    assert_eq!(games.len(), 6);
    (session, games)
}

/// The plies of a game with what may be learnt by the moves that were played.
fn lessons(session: &dyn Session, played: &Played) -> Vec<u16> {
    let teaching = session.teaching();
    let mut walk = teaching.walk();
    let mut plies = Vec::new();
    for (ply, &place) in (0..).zip(&played.moves) {
        if walk.is_lesson(place) {
            plies.push(ply);
        }
        assert!(walk.play(place));
    }
    plies
}

fn judged(played: &Played) -> Vec<u16> {
    played.judged.iter().map(|&(ply, _)| ply).collect()
}

#[test]
fn quiet_positions_of_games_by_a_teacher_are_learnt_from() {
    let (session, games) = taught("by-teacher", "nodes=0 opening=2-6 trust=100");
    for played in &games {
        let after = |ply: &u16| u32::from(*ply) >= played.opening;
        let quiet: Vec<_> = lessons(&*session, played).into_iter().filter(after).collect();
        assert_eq!(judged(played), quiet);
        assert!(quiet.len() > 5 && quiet.len() + 5 < played.moves.len());
    }
}

/// Else a recipe would make other weights as soon as those that it made came along.
#[test]
fn a_teacher_that_names_no_estimate_does_not_judge_by_what_was_learnt() {
    let session = find("othello").unwrap().open(None, None).unwrap();
    assert!(session.weights().is_some());
    for engine in ["alphabeta:depth=2", "mcts:sims=50,seed=1"] {
        let judged = |eval: &str| {
            let spec: PlayerSpec = format!("{engine}{eval}").parse().unwrap();
            let mut teacher = teacher::teacher(session.clone(), &spec).unwrap();
            teacher.begin().unwrap();
            teacher.play("d3").unwrap();
            teacher.judge().unwrap().worth
        };
        assert_eq!(judged(""), judged(",eval=own"), "{engine}");
        assert_ne!(judged(""), judged(",eval=learned"), "{engine}");
    }
}

#[test]
fn a_position_with_a_capture_that_the_teacher_names_is_not_learnt_from() {
    // Searches of two positions a move overlook captures that the teacher sees.
    let (session, games) = taught("overlooked", "nodes=2 opening=2-6 trust=100 stray=50");
    let mut overlooked = 0;
    for played in &games {
        let quiet = lessons(&*session, played);
        let judged = judged(played);
        assert!(judged.is_sorted_by(|a, b| a < b), "each position once: {judged:?}");
        assert!(judged.iter().all(|ply| quiet.contains(ply)));
        let first = judged[0];
        overlooked += quiet.iter().filter(|&&ply| ply >= first && !judged.contains(&ply)).count();
        // Before the last move by lot, too.
        assert!(u32::from(first) < played.opening);
    }
    assert!(overlooked > 20, "{overlooked}");
}

#[test]
fn a_search_judges_all_moves_of_positions_off_the_way() {
    let (session, games) = taught("off-the-way", "nodes=0 opening=2-6 trust=100 walks=2");
    let teaching = session.teaching();
    let mut asides = 0;
    for played in &games {
        for aside in &played.asides {
            let mut walk = teaching.walk();
            let places = played.moves[..usize::from(aside.ply)].iter().chain(&aside.moves);
            assert!(places.copied().all(|place| walk.play(place)));
            assert!(walk.is_quiet() && !walk.is_over());
            asides += 1;
        }
    }
    // Of some 60 positions up to 32 each.
    assert!(asides > 500, "{asides}");
}

#[test]
fn outlooks_begin_with_each_move_the_best_first() {
    let spec: PlayerSpec = TEACHER.parse().unwrap();
    let mut teacher = teacher::teacher(chess(), &spec).unwrap();
    teacher.begin().unwrap();
    for m in ["e2e4", "d7d5"] {
        teacher.play(m).unwrap();
    }
    let outlooks = teacher.judge_moves().unwrap();
    let mut first: Vec<_> = outlooks.iter().map(|outlook| outlook.moves[0].clone()).collect();
    assert!(outlooks.is_sorted_by(|a, b| a.worth >= b.worth));
    first.sort();
    let mut session = chess();
    session.play_line("e2e4 d7d5").unwrap();
    assert_eq!(first, session.legal_moves());
    // The limits of all other searches are as before.
    let judged = teacher.judge().unwrap();
    assert_eq!(judged.best.as_ref(), Some(&outlooks[0].moves[0]));
    teacher.take_back();
    teacher.play("e7e5").unwrap();
}
