//! Positions off the way of games. A search spends its time on moves that nobody would play and the
//! answers to them; an estimate that has seen nothing but games of good players does not know what
//! these are worth.

use core::sync::atomic::{AtomicBool, Ordering};

use games_core::{Layout, Rng, seeded, zobrist::mix};

use super::Walk;
use crate::{Goal, Outlook, Played, Recipe, Samples, Teacher, played::Aside};

/// Steps of a walk.
const STEPS: usize = 6;

/// The most positions of a step that are learnt from: more of the same tell little.
const MOST: usize = 32;

/// A walk ends where this is to be expected of the result.
const DECIDED: f32 = 0.86;

/// Walks off the way of a game and has a teacher judge what is seen there; `false` if it was stopped
/// before the end.
pub(super) fn explore(
    walk: Box<dyn Walk + '_>,
    played: &mut Played,
    goal: Goal,
    (recipe, teacher): (&Recipe, &mut dyn Teacher),
    stop: &AtomicBool,
) -> Result<bool, String> {
    if recipe.walks == 0 {
        return Ok(true);
    }
    let mut lots = seeded(mix(!mix(recipe.seed ^ mix(played.number))));
    let most = played.moves.len() as u32;
    let mut plies: Vec<u16> = (0..recipe.walks).map(|_| lots.below(most + 1) as u16).collect();
    plies.sort_unstable();
    plies.dedup();
    let mut stroll = Stroll { walk, goal, path: Vec::new() };
    teacher.begin()?;
    for &place in &played.moves {
        stroll.play(place, teacher)?;
    }
    let mut walks = Vec::with_capacity(plies.len());
    // From the end, so that moves are only taken back.
    for &ply in plies.iter().rev() {
        while stroll.path.len() > usize::from(ply) {
            stroll.take_back(teacher);
        }
        let mut asides = Vec::new();
        for _ in 0..STEPS {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if stroll.walk.is_over() || !stroll.step(ply, teacher, &mut lots, &mut asides)? {
                break;
            }
        }
        walks.push(asides);
    }
    played.asides = walks.into_iter().rev().flatten().collect();
    Ok(true)
}

/// A walk off the way of a game.
struct Stroll<'a> {
    walk: Box<dyn Walk + 'a>,
    goal: Goal,
    /// The places of all moves.
    path: Vec<u16>,
}

impl Stroll<'_> {
    fn play(&mut self, place: u16, teacher: &mut dyn Teacher) -> Result<(), String> {
        teacher.play(&self.walk.text(place))?;
        self.walk.play(place);
        self.path.push(place);
        Ok(())
    }

    fn take_back(&mut self, teacher: &mut dyn Teacher) {
        teacher.take_back();
        self.walk.take_back();
        self.path.pop();
    }

    fn is_decided(&self, worth: i32) -> bool {
        matches!(self.goal, Goal::Result { .. }) && self.goal.expected(worth).abs() > DECIDED
    }

    /// Looks around and goes on by a move; `false` if nothing is open any more.
    fn step(
        &mut self,
        ply: u16,
        teacher: &mut dyn Teacher,
        lots: &mut impl Rng,
        asides: &mut Vec<Aside>,
    ) -> Result<bool, String> {
        let mut outlooks = teacher.judge_moves()?;
        let best = outlooks.first().ok_or("the teacher judges no moves")?;
        if self.is_decided(best.worth) {
            return Ok(false);
        }
        let text = best.moves.first().ok_or("the teacher names no move")?;
        let best = self
            .walk
            .place(text)
            .ok_or_else(|| format!("the teacher names {text:?}, which is no move"))?;
        lots.shuffle(&mut outlooks);
        let found = outlooks.iter().filter_map(|outlook| self.rest(ply, outlook));
        asides.extend(found.take(MOST));
        let by_lot = lots.below(2) == 0;
        let place = if by_lot { lots.below(self.walk.choices() as u32) as u16 } else { best };
        self.play(place, teacher)?;
        Ok(true)
    }

    /// Where a line that the teacher expects comes to rest, if it does.
    fn rest(&mut self, ply: u16, outlook: &Outlook) -> Option<Aside> {
        if self.is_decided(outlook.worth) {
            return None;
        }
        let mut line = Vec::new();
        let mut texts = outlook.moves.iter();
        let mut next = self.walk.place(texts.next()?);
        let mut rests = false;
        while let (Some(place), false) = (next, rests) {
            self.walk.play(place);
            line.push(place);
            next = texts.next().and_then(|text| self.walk.place(text));
            rests = !self.walk.is_over()
                && next.map_or_else(|| self.walk.is_quiet(), |place| self.walk.is_lesson(place));
        }
        for _ in &line {
            self.walk.take_back();
        }
        let worth = if line.len() % 2 == 0 { outlook.worth } else { -outlook.worth };
        let moves = self.path[usize::from(ply)..].iter().copied().chain(line).collect();
        rests.then_some(Aside { ply, moves, worth })
    }
}

/// Adds positions that leave a game where it stands; `false` if they are none by its rules.
pub(super) fn study(
    walk: &mut dyn Walk,
    (game, asides): (u64, &[Aside]),
    goal: Goal,
    layout: &Layout,
    samples: &mut Samples,
) -> bool {
    let mut path: Vec<u16> = Vec::new();
    let mut are_legal = true;
    for Aside { moves, worth, .. } in asides {
        let common = path.iter().zip(moves).take_while(|(a, b)| a == b).count();
        path.drain(common..).for_each(|_| walk.take_back());
        are_legal = moves[common..].iter().all(|&place| {
            let is_played = walk.play(place);
            path.extend(is_played.then_some(place));
            is_played
        });
        if !are_legal {
            break;
        }
        let own = if layout.corrects_own() { walk.own_estimate() } else { 0 };
        let label = goal.expected(*worth);
        samples.add(game as u32, label, own, &mut |rows| walk.see(layout, rows));
    }
    path.drain(..).for_each(|_| walk.take_back());
    are_legal
}
