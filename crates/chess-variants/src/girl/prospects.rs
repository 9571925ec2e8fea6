//! What a move wins or loses at first sight, by which Monte Carlo search knows where to begin.
//!
//! A Girl captures every man that nobody but Girls guards, wherever it stands. So most of some
//! hundred moves lose the man that moves or appears, and few are worth a look: what ends where it is
//! guarded and no cheaper man attacks it, what leaves such a danger, and what attacks the enemy
//! Girl. Nobody gets anywhere by captures alone: a side that has a single Girl can sell its last
//! Flower's copies to the enemy Girl for ever, check by check, and the game is drawn unless she
//! comes to think of something else.

use games_core::Bits;

use super::{
    geometry::Geometry,
    men::{Kind, Man},
    movegen::{KITTEY_STEPS, SNAIL_STEPS},
    moves::Move,
    position::Position,
    rules::GirlChess,
    worth::{FIGHTERS, VALUE},
};

/// Taking the last Girl.
const WIN: i32 = 100_000;
/// What the last Girl is worth to her owner, who would not survive her.
const LAST_GIRL: i32 = 4_000;
/// A move that leaves the last Girl attacked; a walk may still stand in the attacker's way.
const NO_ANSWER: i32 = 3_000;
/// An attack on a Girl, which forces her owner's hand.
const CHECK: i32 = 250;

/// A position with all that both sides attack and guard.
pub(super) struct Prospects<'a, B> {
    state: &'a Position<B>,
    /// Squares that at least one of the own fighters reaches, and at least two.
    once: B,
    twice: B,
    /// Squares that the enemy's fighters of each kind reach.
    enemy: [B; FIGHTERS.len()],
    enemy_any: B,
    /// Squares where an enemy Egg can put a copy and stays where it is.
    beside_enemy_eggs: B,
    /// The own side has one Girl, and these men attack her.
    is_lone: bool,
    attackers: B,
    enemy_is_lone: bool,
    /// Squares from which a man of each kind attacks an enemy Girl, by itself and beside a Snail.
    checks: [[B; 2]; FIGHTERS.len()],
    beside_snails: B,
}

impl<'a, B: Bits> Prospects<'a, B> {
    pub(super) fn new(game: &GirlChess<B>, state: &'a Position<B>) -> Self {
        let (us, them) = (state.to_move, state.to_move.other());
        let (own, other) = (game.powers(state, us), game.powers(state, them));
        let (girls, enemy_girls) = (own.men(Kind::Girl), other.men(Kind::Girl));
        let mut prospects = Self {
            state,
            once: B::EMPTY,
            twice: B::EMPTY,
            enemy: [B::EMPTY; FIGHTERS.len()],
            enemy_any: B::EMPTY,
            beside_enemy_eggs: B::EMPTY,
            is_lone: girls.without_lowest().is_empty(),
            attackers: B::EMPTY,
            enemy_is_lone: enemy_girls.without_lowest().is_empty(),
            checks: FIGHTERS.map(|kind| checks(&game.geometry, kind, enemy_girls, own.empty)),
            beside_snails: game.geometry.neighbors(own.men(Kind::Snail)),
        };
        for (kind, reached) in FIGHTERS.into_iter().zip(&mut prospects.enemy) {
            for from in own.men(kind).ones() {
                let reach = own.reach(kind, from as u8) & !B::bit(from);
                prospects.twice |= prospects.once & reach;
                prospects.once |= reach;
            }
            for from in other.men(kind).ones() {
                let reach = other.reach(kind, from as u8) & !B::bit(from);
                *reached |= reach;
                if !(reach & girls).is_empty() {
                    prospects.attackers |= B::bit(from);
                }
                if kind == Kind::Egg && !other.egg_sources(from as u8).is_empty() {
                    prospects.beside_enemy_eggs |= game.geometry.reaches(from as u8).near;
                }
            }
            prospects.enemy_any |= *reached;
        }
        if !game.options().egg_captures {
            prospects.beside_enemy_eggs = B::EMPTY;
        }
        prospects
    }

    /// Returns what a legal move wins less what it loses, in hundredths of a unit.
    pub(super) fn of(&self, m: Move) -> i32 {
        let taken = match m {
            Move::Go { to, .. } | Move::Copy { to, .. } => self.taken(to),
            Move::Swap { .. } | Move::Pass => None,
        };
        if taken == Some(Kind::Girl) && self.enemy_is_lone {
            return WIN;
        }
        let victim = taken.map_or(0, |kind| VALUE[kind as usize]);
        let gain = match m {
            Move::Go { from, to } => {
                let kind = self.state.man_on(from).map_or(Kind::Girl, |man| man.kind);
                // It reaches its end itself, and does not guard it any more.
                self.saved(kind, from) - self.loss(kind, to, self.twice) + self.check(kind, to)
            }
            Move::Copy { man: Man { side, kind }, to } if side == self.state.to_move => {
                VALUE[kind as usize] - self.loss(kind, to, self.once) + self.check(kind, to)
            }
            Move::Copy { man, .. } => -VALUE[man.kind as usize],
            Move::Swap { from, partner } => {
                let kind = self.state.man_on(partner).map_or(Kind::Tree, |man| man.kind);
                self.saved(Kind::Box, from) + self.saved(kind, partner)
                    - self.loss(Kind::Box, partner, self.once)
                    - self.loss(kind, from, self.once)
            }
            Move::Pass => 0,
        };
        victim + gain - if self.answers(m) { 0 } else { NO_ANSWER }
    }

    /// Returns the enemy man on a square.
    fn taken(&self, square: u8) -> Option<Kind> {
        let man = self.state.man_on(square)?;
        (man.side != self.state.to_move).then_some(man.kind)
    }

    /// Returns what the enemy wins by an attack on a man that stands on a square, where `guarded`
    /// are the squares that another own man reaches.
    fn loss(&self, kind: Kind, square: u8, guarded: B) -> i32 {
        let at = |set: &B| set.contains(square.into());
        let value = VALUE[kind as usize];
        match kind {
            Kind::Tree => 0,
            Kind::Girl if !at(&self.enemy_any) => 0,
            Kind::Girl if self.is_lone => LAST_GIRL,
            Kind::Girl => value,
            // A Girl takes it for nothing, or an Egg does.
            _ if !at(&guarded) || at(&self.beside_enemy_eggs) => value,
            _ => {
                let cheapest = self.enemy.iter().position(at);
                cheapest.map_or(0, |i| (value - VALUE[FIGHTERS[i] as usize]).max(0))
            }
        }
    }

    /// Returns what leaving a square saves, the last Girl apart: she is about [answers](Self::answers).
    fn saved(&self, kind: Kind, from: u8) -> i32 {
        if kind == Kind::Girl && self.is_lone { 0 } else { self.loss(kind, from, self.once) }
    }

    /// Returns what it is worth that a man attacks a Girl from a square.
    fn check(&self, kind: Kind, square: u8) -> i32 {
        let Some(i) = FIGHTERS.iter().position(|&fighter| fighter == kind) else { return 0 };
        let boost = usize::from(self.beside_snails.contains(square.into()));
        if self.checks[i][boost].contains(square.into()) { CHECK } else { 0 }
    }

    /// Returns whether a move leaves the last Girl unattacked, as far as can be told.
    fn answers(&self, m: Move) -> bool {
        if !self.is_lone || self.attackers.is_empty() {
            return true;
        }
        let is_girl = |square: u8| self.state.kinds[Kind::Girl as usize].contains(square.into());
        let is_safe = |square: u8| !self.enemy_any.contains(square.into());
        let is_only_attacker = |square: u8| self.attackers == B::bit(square.into());
        match m {
            // What a Girl's move loses is counted.
            Move::Go { from, to } => is_girl(from) || is_only_attacker(to),
            Move::Copy { man, to } => {
                let is_second = man.kind == Kind::Girl && man.side == self.state.to_move;
                is_second && is_safe(to) || is_only_attacker(to)
            }
            Move::Swap { partner, .. } => is_girl(partner),
            Move::Pass => false,
        }
    }
}

/// Returns from where a man attacks one of some Girls, by itself and beside a Snail: distances and
/// paths are the same both ways.
fn checks<B: Bits>(geometry: &Geometry<B>, kind: Kind, girls: B, empty: B) -> [B; 2] {
    let mut from = [B::EMPTY; 2];
    for girl in girls.ones().map(|girl| girl as u8) {
        let reaches = geometry.reaches(girl);
        let walks = |steps: [u32; 2]| steps.map(|steps| geometry.walk(girl, steps, empty));
        let more = match kind {
            Kind::Box => [geometry.lines(girl, empty); 2],
            Kind::Egg => reaches.egg_jump,
            Kind::Flower => reaches.flower_jump,
            Kind::Kittey => walks(KITTEY_STEPS),
            Kind::Rat => reaches.rat_jump,
            Kind::Snail => walks(SNAIL_STEPS),
            Kind::Girl | Kind::Tree => [B::EMPTY; 2],
        };
        from = [from[0] | more[0], from[1] | more[1]];
    }
    from
}
