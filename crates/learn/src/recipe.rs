//! What weights were made by, in words from which they are made again.

use core::{fmt, str::FromStr};

/// How weights are learnt. Its text, such as `seed=1 nodes=300 opening=0-30 games=2000,4000
/// epochs=4`, stands in each file of weights, and makes the same file again.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Recipe {
    /// The seed of openings and of the order in which positions are learnt.
    pub seed: u64,
    /// Positions that a search visits for a move, or simulations where strengths of moves are learnt;
    /// with a teacher 0 has him choose the moves.
    pub nodes: u64,
    /// The least and the most random plies at the start of a game.
    pub opening: (u32, u32),
    /// How many games each generation plays. The first plays with the game's own estimate, each
    /// later one with the weights learnt from all games before.
    pub games: Vec<u64>,
    /// How often each position is learnt.
    pub epochs: u32,
    /// Positions of a step by which a network learns, at most 65,536: many make the steps of large
    /// trainings truer, and threads share them.
    pub batch: u32,
    /// A weight of a table that was met less often is left out.
    pub seen: u32,
    /// In so many positions is measured at the end how well shallow searches foretell deep ones
    /// ([`ai::CutPair`]), at most 1,000,000; 0 leaves it out.
    pub cuts: u64,
    /// In so many games is measured at the end what scores, changes and hints mean
    /// ([`Scales`](crate::Scales)), at most 1,000,000; 0 leaves it out.
    pub scales: u64,
    /// Whether alpha-beta leaves out, near the horizon, what could matter only if quiet moves changed
    /// more than was measured (futility pruning by [`Scales::swing`](crate::Scales::swing) in place of
    /// what the game says of its own estimate). Only with `scales`.
    pub futility: bool,
    /// What the score of the search that chose a move counts for, in percent, beside the result of
    /// the game; at most 100. With a teacher his word counts in its place, for 75 if this is 0.
    pub trust: u32,
    /// How many of a hundred moves after the opening are drawn by lot, at most 100, so that what is
    /// learnt knows positions that nobody goes for but every search comes across. The result of a
    /// game tells nothing of positions before such a move: there the score of the search counts
    /// alone. Only with `trust`, and only in generations whose searches are believed.
    pub stray: u32,
    /// How many walks lead off the way of each game, for positions that a search comes across and
    /// good players do not: six steps, half of them by lot and half as the teacher likes, who judges
    /// all moves of each position. Only with a teacher; at most 1,000.
    pub walks: u32,
    /// An outside player who judges the positions, by its description; nobody if it is empty. Then
    /// the file is the same again only where this player says the same again.
    pub teacher: String,
}

/// The most of each number that is read: more would not end.
const MOST: u64 = 1_000_000_000;
/// Positions of a step, if nothing is said.
const BATCH: u32 = 256;
const MOST_BATCH: u32 = 1 << 16;
const MOST_WALKS: u32 = 1000;
/// The most positions to measure in, since what all of them tell is kept.
const MOST_MEASURED: u64 = 1_000_000;

impl Default for Recipe {
    /// 300 positions a move, up to 30 random plies, four epochs, no cuts; no games yet.
    fn default() -> Self {
        Self {
            seed: 1,
            nodes: 300,
            opening: (0, 30),
            games: Vec::new(),
            epochs: 4,
            batch: BATCH,
            seen: 4,
            cuts: 0,
            scales: 0,
            futility: false,
            trust: 0,
            stray: 0,
            walks: 0,
            teacher: String::new(),
        }
    }
}

impl Recipe {
    /// A recipe that takes seconds and makes weak weights, for tests: 200 games of 50 positions a
    /// move, two epochs.
    #[must_use]
    pub fn tiny() -> Self {
        Self { nodes: 50, games: vec![100, 100], epochs: 2, ..Self::default() }
    }

    /// The same with these games.
    #[must_use]
    pub fn with_games(self, games: Vec<u64>) -> Self {
        Self { games, ..self }
    }

    /// What is said of positions while a game is played counts for so much, between 0 and 1: the
    /// word of a teacher for three quarters, the score of a search as far as it is trusted.
    pub(crate) fn taught(&self) -> f32 {
        let is_usual = self.trust == 0 && !self.teacher.is_empty();
        if is_usual { 0.75 } else { self.trust as f32 / 100.0 }
    }

    /// Without what is measured of weights at the end.
    pub(crate) fn without_measures(&self) -> Self {
        Self { cuts: 0, scales: 0, futility: false, ..self.clone() }
    }

    /// What matters to the games that are played, but their number.
    pub(crate) fn of_games(&self) -> Self {
        Self { games: Vec::new(), ..self.without_measures() }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.opening;
        let games: Vec<_> = self.games.iter().map(u64::to_string).collect();
        write!(
            f,
            "seed={} nodes={} opening={least}-{most} games={} epochs={} seen={}",
            self.seed,
            self.nodes,
            games.join(","),
            self.epochs,
            self.seen
        )?;
        if self.cuts > 0 {
            write!(f, " cuts={}", self.cuts)?;
        }
        if self.scales > 0 {
            write!(f, " scales={}", self.scales)?;
        }
        if self.futility {
            f.write_str(" futility=true")?;
        }
        if self.batch != BATCH {
            write!(f, " batch={}", self.batch)?;
        }
        if self.trust > 0 {
            write!(f, " trust={}", self.trust)?;
        }
        if self.stray > 0 {
            write!(f, " stray={}", self.stray)?;
        }
        if self.walks > 0 {
            write!(f, " walks={}", self.walks)?;
        }
        // The last, since it may have blanks.
        if self.teacher.is_empty() { Ok(()) } else { write!(f, "{TEACHER}{}", self.teacher) }
    }
}

/// What a teacher's description follows.
const TEACHER: &str = " teacher=";

/// Why a text is no recipe.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoRecipe(String);

impl FromStr for Recipe {
    type Err = NoRecipe;

    /// Reads `tiny`, or words `key=value`; what is missing is as usual.
    fn from_str(text: &str) -> Result<Self, NoRecipe> {
        if text == "tiny" {
            return Ok(Self::tiny());
        }
        let mut recipe = Self::default();
        let (words, teacher) = text.split_once(TEACHER).unwrap_or((text, ""));
        recipe.teacher = teacher.trim().to_owned();
        if recipe.teacher.contains(char::is_control) {
            return Err(NoRecipe("a teacher is named in one line".to_owned()));
        }
        for word in words.split_whitespace() {
            let bad = || NoRecipe(format!("`{}` is no part of a recipe", word.escape_debug()));
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            recipe.set(key, value).ok_or_else(bad)?;
        }
        if recipe.nodes == 0 && recipe.teacher.is_empty() {
            return Err(NoRecipe("`nodes=0` is for recipes with a teacher".to_owned()));
        }
        if recipe.walks > 0 && recipe.teacher.is_empty() {
            return Err(NoRecipe("`walks` are for recipes with a teacher".to_owned()));
        }
        if recipe.stray > 0 && recipe.trust == 0 {
            return Err(NoRecipe("`stray` is for recipes with `trust`".to_owned()));
        }
        if recipe.futility && recipe.scales == 0 {
            return Err(NoRecipe("`futility` is for recipes with `scales`".to_owned()));
        }
        Ok(recipe)
    }
}

impl Recipe {
    /// Reads a recipe that names no teacher, for games that this one judges.
    ///
    /// # Errors
    ///
    /// That the text is no recipe, names a teacher, or does not go with one.
    pub fn taught_by(text: &str, teacher: &str) -> Result<Self, NoRecipe> {
        if text.contains(TEACHER) {
            return Err(NoRecipe("a teacher is named already".to_owned()));
        }
        let text = if text == "tiny" { Self::tiny().to_string() } else { text.to_owned() };
        // Read as one, since what a recipe may say depends on whether there is a teacher.
        format!("{text}{TEACHER}{}", teacher.trim()).parse()
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "seed" => self.seed = value.parse().ok()?,
            "nodes" => self.nodes = value.parse().ok().filter(|n| *n <= MOST)?,
            "opening" => {
                let (least, most) = value.split_once('-')?;
                self.opening = (least.parse().ok()?, most.parse().ok()?);
                if self.opening.0 > self.opening.1 || self.opening.1 > 10_000 {
                    return None;
                }
            }
            "games" if value.is_empty() => self.games.clear(),
            "games" => self.games = value.split(',').map(count).collect::<Option<_>>()?,
            "epochs" => self.epochs = u32::try_from(count(value)?).ok()?,
            "batch" => {
                self.batch = value.parse().ok().filter(|n| (1..=MOST_BATCH).contains(n))?;
            }
            "seen" => self.seen = value.parse().ok()?,
            "cuts" => self.cuts = value.parse().ok().filter(|&n| n <= MOST_MEASURED)?,
            "scales" => self.scales = value.parse().ok().filter(|&n| n <= MOST_MEASURED)?,
            "futility" => self.futility = value.parse().ok()?,
            "trust" => self.trust = value.parse().ok().filter(|percent| *percent <= 100)?,
            "walks" => self.walks = value.parse().ok().filter(|n| *n <= MOST_WALKS)?,
            "stray" => self.stray = value.parse().ok().filter(|percent| *percent <= 100)?,
            _ => return None,
        }
        Some(())
    }
}

fn count(text: &str) -> Option<u64> {
    text.parse().ok().filter(|n| (1..=MOST).contains(n))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn recipes_come_back_from_their_text() {
        for recipe in [Recipe::default(), Recipe::tiny()] {
            assert_eq!(recipe.to_string().parse(), Ok(recipe));
        }
        let text = "seed=7 nodes=400 opening=2-9 games=10,20 epochs=3 seen=1 cuts=50";
        assert_eq!(text.parse::<Recipe>().unwrap().to_string(), text);
        let scaled = format!("{text} scales=70");
        assert_eq!(scaled.parse::<Recipe>().unwrap().to_string(), scaled);
        let futile = format!("{scaled} futility=true");
        assert_eq!(futile.parse::<Recipe>().unwrap().to_string(), futile);
        let trusting = format!("{text} trust=60");
        assert_eq!(trusting.parse::<Recipe>().unwrap().to_string(), trusting);
        let straying = format!("{trusting} stray=15");
        assert_eq!(straying.parse::<Recipe>().unwrap().to_string(), straying);
        let walking = format!("{text} batch=512 walks=3 teacher=random");
        assert_eq!(walking.parse::<Recipe>().unwrap().to_string(), walking);
        let taught = format!("{text} teacher=uci:\"engine -x 1\",nodes=100");
        assert_eq!(taught.parse::<Recipe>().unwrap().to_string(), taught);
    }

    #[test]
    fn a_teacher_counts_for_three_quarters_and_a_search_as_it_is_trusted() {
        let taught = |text: &str| text.parse::<Recipe>().unwrap().taught();
        let texts = ["seed=2", "trust=60", "seed=2 teacher=random", "trust=60 teacher=random"];
        assert_eq!(texts.map(taught), [0.0, 0.6, 0.75, 0.6]);
    }

    #[test]
    fn a_teacher_may_be_named_beside_the_recipe() {
        let beside = |text: &str| Recipe::taught_by(text, " random ").map(|r| r.to_string());
        let tiny = format!("{} teacher=random", Recipe::tiny());
        assert_eq!(beside("tiny"), Ok(tiny));
        assert!(beside("nodes=0 games=1").unwrap().contains("nodes=0"));
        assert!("nodes=0 games=1".parse::<Recipe>().is_err());
        assert!(beside("games=1 teacher=me").unwrap_err().0.contains("already"));
    }

    #[test]
    fn what_is_no_recipe_is_refused() {
        for text in [
            "nodes=0",
            "games=1,,2",
            "opening=3-2",
            "epoch=1",
            "seed",
            "nodes=-1",
            "cuts=",
            "cuts=1000001",
            "futility=true",
            "scales=9 futility=yes",
            "trust=101",
            "stray=10 teacher=random",
            "walks=2",
            "walks=1001 teacher=random",
            "batch=0",
            "batch=65537",
        ] {
            assert!(text.parse::<Recipe>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_one_line(
            text in "((seed|nodes|opening|games|epochs|batch|seen|cuts|scales|trust|stray|walks|futility)=([0-9,\\-]{0,12}|true|false) ?){0,4}( teacher=\\PC{0,9})?|\\PC{0,30}"
        ) {
            match text.parse::<Recipe>() {
                Ok(recipe) => prop_assert_eq!(recipe.to_string().parse(), Ok(recipe)),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
