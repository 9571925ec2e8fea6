//! Positions that somebody else judges.

use std::sync::{Arc, Mutex, atomic::AtomicBool};

use games_core::{Features, Game, Notation, Record, toy::TicTacToe};
use learn::{Course, Generation, Played, Recipe, Teacher, Weights};

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

    fn judge(&mut self) -> Result<Option<i32>, String> {
        self.told.lock().unwrap().last_mut().unwrap().push_str("? ");
        Ok(Some(self.worth))
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

    fn judge(&mut self) -> Result<Option<i32>, String> {
        self.0 = self.0.checked_sub(1).ok_or("the teacher is gone")?;
        Ok(None)
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
