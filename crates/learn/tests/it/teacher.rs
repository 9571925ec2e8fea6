//! Positions that somebody else judges.

use std::sync::{Arc, Mutex, atomic::AtomicBool};

use games_core::{Features, Game, Notation, Record, toy::TicTacToe};
use learn::{
    Course, Generation, Judgement, Outlook, Played, Recipe, Samples, Teachable, Teacher, Weights,
};

use crate::training::{game, journal, recipe};

/// Says that everything is worth the same, and keeps what it was told.
struct Sure {
    worth: i32,
    told: Arc<Mutex<Vec<String>>>,
}

impl Teacher for Sure {
    fn begin(&mut self) -> Result<(), String> {
        self.told.lock().unwrap().push(String::new());
        Ok(())
    }

    fn play(&mut self, m: &str) -> Result<(), String> {
        let mut told = self.told.lock().unwrap();
        let line = told.last_mut().unwrap();
        line.push_str(m);
        line.push(' ');
        Ok(())
    }

    fn take_back(&mut self) {
        self.told.lock().unwrap().last_mut().unwrap().push_str("< ");
    }

    fn judge(&mut self) -> Result<Judgement, String> {
        self.told.lock().unwrap().last_mut().unwrap().push_str("? ");
        Ok(Judgement { best: None, worth: Some(self.worth) })
    }
}

/// Plays the last legal move, and finds that everything is worth as much as plies were played.
struct Player(Record<TicTacToe>);

impl Teacher for Player {
    fn begin(&mut self) -> Result<(), String> {
        self.0 = Record::new(TicTacToe);
        Ok(())
    }

    fn play(&mut self, m: &str) -> Result<(), String> {
        let m = TicTacToe.parse_move(self.0.state(), m).map_err(|error| error.to_string())?;
        self.0.play(m).map_err(|error| error.to_string())
    }

    fn take_back(&mut self) {
        self.0.undo();
    }

    fn judge(&mut self) -> Result<Judgement, String> {
        let last = self.0.moves().as_slice().last().copied();
        let best = last.map(|m| TicTacToe.move_text(self.0.state(), m));
        Ok(Judgement { best, worth: Some(self.0.plies() as i32) })
    }
}

/// Finds that the first side is ahead by 7 after any move, and expects the first one in answer.
struct Guide(Player);

impl Teacher for Guide {
    fn begin(&mut self) -> Result<(), String> {
        self.0.begin()
    }

    fn play(&mut self, m: &str) -> Result<(), String> {
        self.0.play(m)
    }

    fn take_back(&mut self) {
        self.0.take_back();
    }

    fn judge(&mut self) -> Result<Judgement, String> {
        self.0.judge()
    }

    fn judge_moves(&mut self) -> Result<Vec<Outlook>, String> {
        let record = &mut self.0.0;
        let moves = record.moves();
        let worth = 7 * record.to_move().sign();
        let outlook = |&m| {
            let mut texts = vec![TicTacToe.move_text(record.state(), m)];
            record.play(m).unwrap();
            texts.extend(record.sorted_texts().into_iter().next());
            record.undo();
            Outlook { moves: texts, worth }
        };
        Ok(moves.as_slice().iter().map(outlook).collect())
    }
}

/// Says a few words and is gone.
struct Mortal(u32);

impl Teacher for Mortal {
    fn begin(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn play(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn take_back(&mut self) {}

    fn judge(&mut self) -> Result<Judgement, String> {
        self.0 = self.0.checked_sub(1).ok_or("the teacher is gone")?;
        Ok(Judgement::default())
    }
}

fn taught_recipe() -> Recipe {
    let text = recipe().to_string().replace("epochs=3", "epochs=40");
    format!("{text} teacher=somebody").parse().unwrap()
}

fn learn_from(worth: i32, told: &Arc<Mutex<Vec<String>>>) -> Arc<Weights> {
    let hire = || -> Result<Box<dyn Teacher>, String> {
        Ok(Box::new(Sure { worth, told: Arc::clone(told) }))
    };
    Course::new(&game(), taught_recipe()).with_teachers(&hire).finish(1).unwrap()
}

/// What weights say of the first position.
fn worth_of(weights: &Weights) -> i32 {
    let (state, mut rows) = (TicTacToe.initial(), Vec::new());
    TicTacToe.features(weights.layout(), &state, &mut rows);
    weights.estimate(0, &rows, || 0)
}

#[test]
fn what_a_teacher_says_is_learnt() {
    let told = Arc::default();
    let (good, bad) = (learn_from(2000, &told), learn_from(-2000, &told));
    let worths = [worth_of(&good), worth_of(&bad)];
    assert!(worths[0] > 100 && worths[1] < -100, "{worths:?}");
    assert!(good.recipe().ends_with(" teacher=somebody"));
}

#[test]
fn a_teacher_follows_each_game_and_judges_what_is_learnt_from() {
    let told = Arc::default();
    learn_from(0, &told);
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 100, "all games of both generations");
    for line in &*told {
        let mut record = Record::new(TicTacToe);
        for word in line.split_whitespace().filter(|&word| word != "?") {
            let m = TicTacToe.parse_move(record.state(), word).unwrap();
            record.play(m).unwrap();
        }
        assert!(record.end().is_some(), "{line}");
        assert!(record.moves().as_slice().is_empty() && line.contains('?'));
    }
}

#[test]
fn what_was_judged_is_in_the_journal() {
    let path = journal("judged");
    let (told, stop) = (Arc::default(), AtomicBool::new(false));
    let hire = || -> Result<Box<dyn Teacher>, String> {
        Ok(Box::new(Sure { worth: -7, told: Arc::clone(&told) }))
    };
    let taught = game();
    let mut course =
        Course::new(&taught, taught_recipe()).with_teachers(&hire).with_journal(&path).unwrap();
    course.play(Generation::Games(60), None, 2, &mut |_| {}, &stop).unwrap();
    let learnt = course.learn(1).weights;
    drop(course);
    let text = std::fs::read_to_string(&path).unwrap();
    let games: Vec<_> = text.lines().filter_map(Played::parse).collect();
    assert_eq!(games.len(), 60);
    let judged = games.iter().flat_map(|played| &played.judged);
    assert!(judged.clone().count() > 60 && judged.clone().all(|&(_, worth)| worth == -7));
    // Nobody has to say it twice.
    let again = Course::new(&taught, taught_recipe()).with_journal(&path).unwrap();
    assert_eq!(again.learn(1).weights.to_bytes(), learnt.to_bytes());
}

/// The games of a training whose teacher chooses the moves.
fn played_by_the_teacher(name: &str, words: &str) -> Vec<Played> {
    let recipe = recipe().to_string().replace("nodes=12", "nodes=0");
    let recipe: Recipe = format!("{recipe} {words} teacher=somebody").parse().unwrap();
    let hire =
        || -> Result<Box<dyn Teacher>, String> { Ok(Box::new(Player(Record::new(TicTacToe)))) };
    let (path, taught, stop) = (journal(name), game(), AtomicBool::new(false));
    let course = Course::new(&taught, recipe).with_teachers(&hire);
    let mut course = course.with_journal(&path).unwrap();
    course.play(Generation::Games(40), None, 2, &mut |_| {}, &stop).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let games: Vec<_> = text.lines().filter_map(Played::parse).collect();
    assert_eq!(games.len(), 40);
    games
}

/// The place of the last legal move at each ply of a game: each move fills one of nine cells.
fn last_places(played: &Played) -> impl Iterator<Item = u16> + Clone {
    (0..played.moves.len() as u16).map(|ply| 8 - ply)
}

#[test]
fn a_teacher_who_chooses_the_moves_plays_the_games() {
    for played in played_by_the_teacher("by-teacher", "trust=100") {
        let opening = played.opening as usize;
        let by_teacher = played.moves.iter().copied().zip(last_places(&played)).skip(opening);
        assert!(by_teacher.clone().count() > 0 && by_teacher.clone().all(|(a, b)| a == b));
        let plies: Vec<u16> = (played.opening as u16..played.moves.len() as u16).collect();
        let judged: Vec<_> = plies.iter().map(|&ply| (ply, i32::from(ply))).collect();
        assert_eq!(played.judged, judged);
    }
}

#[test]
fn moves_by_lot_come_in_between_and_are_judged_before() {
    let games = played_by_the_teacher("by-teacher-and-lot", "trust=100 stray=40");
    let strays = games.iter().filter(|played| played.judged[0].0 < played.opening as u16);
    assert!(strays.count() > 10);
    let odd = |played: &Played| {
        let later = played.moves.iter().copied().zip(last_places(played)).enumerate();
        later.skip(played.judged[0].0.into()).any(|(_, (a, b))| a != b)
    };
    assert!(games.iter().filter(|played| odd(played)).count() > 10);
}

#[test]
fn a_training_ends_with_the_word_of_a_teacher_who_is_gone() {
    let hire = || -> Result<Box<dyn Teacher>, String> { Ok(Box::new(Mortal(20))) };
    let course = Course::new(&game(), taught_recipe()).with_teachers(&hire).finish(2);
    assert_eq!(course.unwrap_err().to_string(), "the teacher is gone");
}

#[test]
fn a_recipe_with_a_teacher_needs_one() {
    let error = Course::new(&game(), taught_recipe()).finish(1).unwrap_err();
    assert_eq!(error.to_string(), "the recipe names a teacher, and there is none");
}

#[test]
fn walks_lead_off_the_way_of_games_and_a_line_ends_where_nothing_is_under_way() {
    let recipe = recipe().to_string().replace("nodes=12", "nodes=0");
    let recipe: Recipe = format!("{recipe} trust=100 walks=4 teacher=guide").parse().unwrap();
    let hire = || -> Result<Box<dyn Teacher>, String> {
        Ok(Box::new(Guide(Player(Record::new(TicTacToe)))))
    };
    let (path, taught, stop) = (journal("walks"), game(), AtomicBool::new(false));
    let mut games = Vec::new();
    for threads in [1, 3] {
        let _ = std::fs::remove_file(&path);
        let course = Course::new(&taught, recipe.clone()).with_teachers(&hire);
        let mut course = course.with_journal(&path).unwrap();
        course.play(Generation::Games(40), None, threads, &mut |_| {}, &stop).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        games.push(text.lines().filter_map(Played::parse).collect::<Vec<_>>());
    }
    assert_eq!(games[0], games[1], "threads make no difference");
    let (mut off, mut deeper) = (0, 0);
    for played in &games[0] {
        for aside in &played.asides {
            let ply = usize::from(aside.ply);
            let mut record = Record::new(TicTacToe);
            let places = played.moves[..ply].iter().chain(&aside.moves);
            for &place in places {
                record.play(record.moves().as_slice()[usize::from(place)]).unwrap();
            }
            assert!(record.end().is_none() && TicTacToe.is_quiet(record.state()));
            assert_eq!(aside.worth, 7 * record.to_move().sign());
            off += u32::from(aside.moves.first() != played.moves.get(ply));
            deeper += u32::from(aside.moves.len() > 3);
        }
        let mut samples = Samples::default();
        assert!(taught.study(&taught.layout(), 1.0, played, &mut samples));
        assert_eq!(samples.len(), played.asides.len() + played.judged.len());
    }
    assert!(off > 500 && deeper > 50, "{off} {deeper}");
}

#[test]
fn walks_need_a_teacher_who_judges_moves() {
    let recipe = recipe().to_string().replace("nodes=12", "nodes=0");
    let recipe: Recipe = format!("{recipe} walks=1 teacher=player").parse().unwrap();
    let hire =
        || -> Result<Box<dyn Teacher>, String> { Ok(Box::new(Player(Record::new(TicTacToe)))) };
    let course = Course::new(&game(), recipe).with_teachers(&hire).finish(1);
    assert_eq!(course.unwrap_err().to_string(), "the teacher judges no moves");
}
