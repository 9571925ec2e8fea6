//! What a search may guess: men, room, what hangs, and where the last Girl could flee to.
//!
//! A Girl captures every man that nobody but Girls guards, wherever it stands; so most of an
//! estimate is about men that hang. And nearly every move can make a copy, which is worth about a
//! man: there are no quiet endgames, and the right to move is never a burden.

use core::ops::ControlFlow;

use games_core::{Bits, Evaluate, MonteCarlo, MoveSink, Side, put_weights};

use super::{
    men::{Kind, Man},
    movegen::{MOVERS, Powers},
    moves::Move,
    position::Position,
    prospects::Prospects,
    rules::GirlChess,
    worth::{FIGHTERS, VALUE},
};

/// What each square is worth where a man of a kind can end.
const MOBILITY: [i32; 8] = [3, 3, 4, 0, 3, 4, 2, 0];
/// What each square is worth where a Girl could stand unattacked, up to [`MOST_ESCAPES`] of them.
const ESCAPE: i32 = 4;
const MOST_ESCAPES: i32 = 20;
/// With fewer of these squares than [`FEW_ESCAPES`] a lone Girl is hunted: what each of the missing
/// ones costs.
const HUNTED: i32 = 75;
const FEW_ESCAPES: i32 = 4;
/// The lone Girl of the side to move is attacked: it has to use its move.
const ATTACKED: i32 = 150;
/// And she has nowhere to go.
const CORNERED: i32 = 900;
/// The side to move takes the last Girl.
const WON: i32 = 50_000;
/// The right to move.
const TEMPO: i32 = 20;

/// So much more won at first sight makes a move twice as promising.
const DOUBLING: i32 = 100;

impl<B: Bits> Evaluate for GirlChess<B> {
    fn evaluate(&self, state: &Position<B>) -> i32 {
        let own = Half::new(self, state, state.to_move);
        let enemy = Half::new(self, state, state.to_move.other());
        if enemy.may_lose_last_girl(&own) {
            return WON;
        }
        let (own_escapes, enemy_escapes) = (own.escapes(&enemy), enemy.escapes(&own));
        let mut score = own.score + own.safety(own_escapes) + TEMPO;
        score -= enemy.score + enemy.safety(enemy_escapes);
        if own.may_lose_last_girl(&enemy) {
            score -= ATTACKED + if own_escapes == 0 { CORNERED } else { 0 };
        }
        let [gain, next_gain] = enemy.losses(&own);
        let [loss, next_loss] = own.losses(&enemy);
        // Takes what it can; of two men that hang it saves one.
        score + (7 * gain + next_gain - loss - 3 * next_loss) / 8
    }

    /// Captures of Girls, then captures of what hangs, exchanges, copies, quiet moves; last what
    /// gives a Girl away or makes the enemy a present.
    fn order_hint(&self, state: &Position<B>, _: Option<Move>, m: Move) -> i32 {
        let us = state.to_move;
        let (to, copy) = match m {
            Move::Go { to, .. } => (to, None),
            Move::Copy { man, to } => (to, Some(man)),
            Move::Swap { .. } | Move::Pass => return 0,
        };
        let made = match copy {
            None => 0,
            Some(Man { side, kind }) if side == us => VALUE[kind as usize],
            Some(Man { kind, .. }) => -VALUE[kind as usize],
        };
        if !state.sides[us.other().index()].contains(to.into()) {
            return if made < 0 { made - 1_000 } else { made };
        }
        let Some(Man { kind: taken, .. }) = state.man_on(to) else { return made };
        let victim = VALUE[taken as usize];
        match m {
            _ if taken == Kind::Girl => 100_000,
            Move::Go { from, .. } => {
                let kind = state.man_on(from).map_or(Kind::Girl, |man| man.kind);
                if kind != Kind::Girl {
                    return 10_000 + 16 * victim - VALUE[kind as usize];
                }
                let is_guarded = self.powers(state, us.other()).is_reached(to);
                if is_guarded { victim - 2_000 } else { victim + 20_000 }
            }
            // The Egg itself stays where it is.
            _ => 20_000 + victim + made,
        }
    }

    /// Captures, except that a Girl's capture of a guarded man is none: it gives the Girl away.
    fn is_noisy(&self, state: &Position<B>, m: Move) -> bool {
        let them = state.to_move.other();
        let captures = |to: u8| state.sides[them.index()].contains(to.into());
        match m {
            Move::Go { from, to } => {
                let is_girl = state.kinds[Kind::Girl as usize].contains(from.into());
                captures(to) && !(is_girl && self.powers(state, them).is_reached(to))
            }
            Move::Copy { to, .. } => captures(to),
            Move::Swap { .. } | Move::Pass => false,
        }
    }

    fn noisy_moves(&self, state: &Position<B>, out: &mut impl MoveSink<Move>) {
        let _ = self.captures(state, out);
    }

    /// Nobody is ever worse off for having the move, except with the last Girl attacked.
    fn null_move(&self, state: &Position<B>) -> Option<Position<B>> {
        let (us, them) = (state.to_move, state.to_move.other());
        let girls = state.men(us, Kind::Girl);
        let is_lone = girls.without_lowest().is_empty();
        let girl = girls.lowest()? as u8;
        if is_lone && self.powers(state, them).is_reached(girl) {
            return None;
        }
        Some(Position { to_move: them, ..*state })
    }

    /// About a copy of a man.
    fn swing(&self) -> Option<i32> {
        Some(500)
    }

    /// By what moves win at first sight. Hints would not do: they put captures so far in front that
    /// nothing else is ever looked at where one of them leads to a repetition.
    fn priors(&self, state: &Position<B>, _: Option<Move>, moves: &[Move], weights: &mut Vec<f32>) {
        let prospects = Prospects::new(self, state);
        put_weights(moves.iter().map(|&m| prospects.of(m)), DOUBLING, weights);
    }

    /// The estimate, which knows what hangs, says as much as a random game of a hundred plies.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default().with_playout_plies(0)
    }
}

impl<B: Bits> GirlChess<B> {
    /// Writes the captures that are [noisy](Evaluate::is_noisy), in the order of all moves.
    fn captures(&self, state: &Position<B>, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let (us, them) = (state.to_move, state.to_move.other());
        let (powers, guards) = (self.powers(state, us), self.powers(state, them));
        let enemies = powers.open & !powers.empty;
        let mut for_girls = B::EMPTY;
        for to in (enemies & !state.kinds[Kind::Girl as usize]).ones() {
            if !guards.is_reached(to as u8) {
                for_girls |= B::bit(to);
            }
        }
        for kind in MOVERS {
            for from in powers.men(kind).ones().map(|from| from as u8) {
                let ends = match kind {
                    Kind::Girl => for_girls,
                    _ => powers.reach(kind, from) & enemies,
                };
                let go = ends.ones().map(|to| Move::Go { from, to: to as u8 });
                out.put_all(ends.count() as usize, go)?;
            }
        }
        let eggs = powers.men(Kind::Egg);
        if (self.geometry.neighbors(eggs) & enemies).is_empty() {
            return ControlFlow::Continue(());
        }
        for (copies, side) in powers.copies().into_iter().zip(Side::BOTH) {
            for (ends, kind) in copies.into_iter().zip(Kind::ALL) {
                let (ends, man) = (ends & enemies, Man { side, kind });
                let copy = ends.ones().map(|to| Move::Copy { man, to: to as u8 });
                out.put_all(ends.count() as usize, copy)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What speaks for one side.
struct Half<'a, B> {
    powers: Powers<'a, B>,
    /// Men and room.
    score: i32,
    has_one_girl: bool,
    /// Squares that men of each kind reach, Girls apart: they reach all.
    reached: [B; 8],
    /// All of them together.
    reached_by_any: B,
    /// Squares where an Egg can destroy a man by a copy and stays where it is.
    beside_eggs: B,
}

impl<'a, B: Bits> Half<'a, B> {
    fn new(game: &'a GirlChess<B>, state: &'a Position<B>, side: Side) -> Self {
        let powers = game.powers(state, side);
        let mut reached = [B::EMPTY; 8];
        let mut beside_eggs = B::EMPTY;
        let mut score = 0;
        for kind in FIGHTERS {
            for from in powers.men(kind).ones() {
                let reach = powers.reach(kind, from as u8) & !B::bit(from);
                reached[kind as usize] |= reach;
                let room = (reach & powers.open).count() as i32;
                score += VALUE[kind as usize] + MOBILITY[kind as usize] * room;
                if kind == Kind::Egg && !powers.egg_sources(from as u8).is_empty() {
                    beside_eggs |= game.geometry.reaches(from as u8).near;
                }
            }
        }
        if !game.options().egg_captures {
            beside_eggs = B::EMPTY;
        }
        let girls = powers.men(Kind::Girl).count() as i32;
        score += (girls - 1) * VALUE[Kind::Girl as usize];
        score += powers.men(Kind::Tree).count() as i32 * VALUE[Kind::Tree as usize];
        let reached_by_any = reached.into_iter().fold(B::EMPTY, |all, set| all | set);
        Self { powers, score, has_one_girl: girls == 1, reached, reached_by_any, beside_eggs }
    }

    /// Returns whether the enemy could take this side's last Girl.
    fn may_lose_last_girl(&self, enemy: &Self) -> bool {
        let girls = self.powers.men(Kind::Girl);
        self.has_one_girl && !(girls & enemy.reached_by_any).is_empty()
    }

    /// Returns on how many squares a Girl would be safe.
    fn escapes(&self, enemy: &Self) -> i32 {
        (self.powers.open & !enemy.reached_by_any).count() as i32
    }

    fn safety(&self, escapes: i32) -> i32 {
        let room = ESCAPE * escapes.min(MOST_ESCAPES);
        let missing = (FEW_ESCAPES - escapes).max(0);
        room - if self.has_one_girl { HUNTED * missing } else { 0 }
    }

    /// Returns the two largest losses that the enemy's captures threaten to inflict.
    fn losses(&self, enemy: &Self) -> [i32; 2] {
        let mut losses = [0; 2];
        let mut add = |loss: i32| {
            if loss > losses[0] {
                losses = [loss, losses[0]];
            } else {
                losses[1] = losses[1].max(loss);
            }
        };
        // Once for one man, twice for more.
        let mut add_all = |men: B, loss: i32| {
            for _ in 0..men.count().min(2) {
                add(loss);
            }
        };
        let mut by_cheaper = B::EMPTY;
        for kind in FIGHTERS {
            let value = VALUE[kind as usize];
            let men = self.powers.men(kind);
            // A Girl takes them for nothing, or an Egg does.
            let hanging = men & (!self.reached_by_any | enemy.beside_eggs);
            add_all(hanging, value);
            for square in (men & by_cheaper & !hanging).ones() {
                let attacks = |kind: &Kind| enemy.reached[*kind as usize].contains(square);
                let cheapest = FIGHTERS.into_iter().find(attacks);
                add_all(B::bit(square), value - cheapest.map_or(value, |k| VALUE[k as usize]));
            }
            by_cheaper |= enemy.reached[kind as usize];
        }
        if !self.has_one_girl {
            let attacked = self.powers.men(Kind::Girl) & enemy.reached_by_any;
            add_all(attacked, VALUE[Kind::Girl as usize]);
        }
        losses
    }
}
