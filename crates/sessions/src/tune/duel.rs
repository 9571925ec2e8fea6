//! Pairs of games between two players that differ in their constants.

use core::sync::atomic::AtomicBool;

use ai::Constants;
use games_core::{TextError, notation::quote, zobrist::mix};
use serde_json::json;

use super::{Parameter, Recipe, Trial, TuneError};
use crate::{
    Engine, Error, PlayerSpec, Session,
    arena::{self, Match, MatchGame, Standing},
};

/// Who plays, and where.
#[derive(Debug)]
pub struct Duel {
    /// The position from which all games start, before their random plies.
    start: [Box<dyn Session>; 1],
    player: PlayerSpec,
    recipe: Recipe,
    opening_plies: usize,
    max_plies: usize,
}

impl Duel {
    /// Pairs of games of this player for a tuning of these of its constants, all if none is named,
    /// with so many pairs. Each pair begins with some random moves, as few as make pairs differ if
    /// nothing is said.
    ///
    /// # Errors
    ///
    /// That it is no alpha-beta player, that it cannot play the game, or that it has no such constant
    /// or one of them twice.
    pub fn new(
        start: Box<dyn Session>,
        player: PlayerSpec,
        names: &[&str],
        (pairs, seed): (u64, u64),
        opening_plies: Option<usize>,
    ) -> Result<Self, Error> {
        let refused = |what: String| Error::Player(TextError::whole(&player.to_string(), what));
        let Engine::AlphaBeta(options) = &player.engine else {
            let name = player.engine.name();
            return Err(refused(format!("{name} has no constants to tune; name an alphabeta")));
        };
        let parameters = parameters(options.constants, names)?;
        drop(start.player(&player, None)?);
        let plies = opening_plies
            .unwrap_or_else(|| arena::openings::plies_that_differ(&*start, pairs, seed));
        let max_plies = arena::default_max_plies(&*start);
        let mut recipe = Recipe::new(parameters, pairs, seed);
        for (name, value) in [
            ("game", json!(start.game())),
            ("rules", json!(start.rules())),
            ("position", json!(start.position())),
            ("player", json!(player.to_string())),
            ("opening_plies", json!(plies)),
            ("max_plies", json!(max_plies)),
        ] {
            recipe.subject.insert(name.to_owned(), value);
        }
        Ok(Self { start: [start], player, recipe, opening_plies: plies, max_plies })
    }

    /// The same with other gains: [`Recipe::rate`] and [`Recipe::step`].
    #[must_use]
    pub fn with_gains(mut self, (rate, step): (f64, f64)) -> Self {
        (self.recipe.rate, self.recipe.step) = (rate, step);
        self
    }

    /// Returns what makes this tuning another than others.
    #[must_use]
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Returns the player with these values of the constants that are tuned.
    #[must_use]
    pub fn with(&self, values: &[i32]) -> PlayerSpec {
        let mut player = self.player.clone();
        if let Engine::AlphaBeta(options) = &mut player.engine {
            for (parameter, &value) in self.recipe.parameters.iter().zip(values) {
                if let Some(place) = options.constants.named(parameter.name) {
                    *place = value;
                }
            }
        }
        player
    }

    /// Plays the pair of an iteration and returns the half points of its first player; nothing if it
    /// was stopped.
    ///
    /// # Errors
    ///
    /// That a player cannot be made.
    pub fn play(&self, trial: &Trial, stop: &AtomicBool) -> Result<Option<u8>, TuneError> {
        let [plus, minus] = [&trial.plus, &trial.minus].map(|values| self.with(values));
        let mut pair = Match::new(&self.start, [&plus, &minus], 2);
        pair.opening_plies = self.opening_plies;
        pair.max_plies = self.max_plies;
        pair.seed = mix(self.recipe.seed ^ mix(trial.number));
        let mut see = |_: &MatchGame, _: &Standing| Ok::<(), Error>(());
        let standing = pair.play(Standing::new(None), &mut see, stop)?;
        let tally = standing.results().tally;
        Ok((tally.games() == 2).then_some((2 * tally.wins + tally.draws) as u8))
    }
}

/// The constants of these names with their values, all if there are no names.
fn parameters(constants: Constants, names: &[&str]) -> Result<Vec<Parameter>, Error> {
    let refused =
        |name: &str, what: &str| TextError::whole(name, format!("{} {what}", quote(name)));
    let all = || Constants::ALL.iter().map(|constant| constant.name);
    for (i, name) in names.iter().enumerate() {
        if !all().any(|known| known == *name) {
            let error = refused(name, "is no constant of alphabeta");
            return Err(Error::Player(error.suggest(name, all())));
        }
        if names[..i].contains(name) {
            return Err(Error::Player(refused(name, "is given twice")));
        }
    }
    let mut constants = constants;
    let mut parameters = Vec::new();
    for (constant, value) in constants.places() {
        if names.is_empty() || names.contains(&constant.name) {
            let ai::Constant { name, least, most, .. } = *constant;
            parameters.push(Parameter { name, start: *value, least, most });
        }
    }
    Ok(parameters)
}
