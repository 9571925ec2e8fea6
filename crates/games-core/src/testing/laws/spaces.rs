//! Laws of the spaces that solvers walk on. A position of the sample is the start, and the rest of
//! its game what arises from it; or a start is given. A game that is not solved, or not from there,
//! keeps them all.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Sample, Spot, Verdict, after, ensure, guarded, same};
use crate::{
    MoveList, Space, Status,
    entry::Playable,
    solvable::{Key, NotSolvable, Shape, stabilizer},
};

type KeyOf<G> = <<G as crate::Solvable>::Space as Space>::Key;

/// Checks the laws of spaces on the first `most` positions that arise from a start.
///
/// # Panics
///
/// If the start is not solved, or a law is broken: then with the first place where it is.
#[track_caller]
pub fn check_space<G: Playable>(game: &G, start: &G::State, most: usize) {
    let walk = Walk::broad(game, start, most).unwrap_or_else(|refusal| panic!("{refusal}"));
    let verdict = guarded(|| {
        walk.keys_stand_for_images()?;
        walk.children_are_those_of_the_rules()?;
        walk.tiers_do_not_fall()?;
        walk.parents_are_inverse()
    });
    if let Err(how) = verdict {
        panic!("{how}\nfrom {}", game.state_text(start));
    }
}

/// The space of a position, with what follows it in its game and what could have followed.
struct Walk<'s, G: Playable> {
    game: &'s G,
    space: G::Space,
    /// What the space says of itself as an object, which may know more than its type.
    shape: Shape<u128>,
    start: &'s G::State,
    /// Each position with the positions after its moves.
    steps: Vec<(G::State, Vec<G::State>)>,
}

impl<'s, G: Playable> Walk<'s, G> {
    fn new(s: &'s Sample<'_, G>, spot: &'s Spot<G>) -> Option<Self> {
        let (game, start) = (s.game, &spot.state);
        let space = game.space(start).ok()?;
        let mut steps = Vec::new();
        for other in &s.spots[spot.index..] {
            if other.seed == spot.seed {
                let mut children = Vec::new();
                for &m in &other.moves {
                    children.push(after(game, &other.state, m));
                }
                steps.push((other.state.clone(), children));
            }
        }
        let shape = space.clone().erased().shape();
        Some(Self { game, space, shape, start, steps })
    }

    /// The first positions that arise from a start, those after fewer moves first.
    fn broad(game: &'s G, start: &'s G::State, most: usize) -> Result<Self, NotSolvable> {
        let space = game.space(start)?;
        let (mut steps, mut open) = (Vec::new(), VecDeque::from([start.clone()]));
        let mut known = HashSet::from([start.clone()]);
        while let Some(state) = open.pop_front() {
            if steps.len() == most {
                break;
            }
            let moves = game.list(&state);
            let children: Vec<_> =
                moves.as_slice().iter().map(|&m| after(game, &state, m)).collect();
            open.extend(children.iter().filter(|&child| known.insert(child.clone())).cloned());
            steps.push((state, children));
        }
        let shape = space.clone().erased().shape();
        Ok(Self { game, space, shape, start, steps })
    }

    fn key(&self, state: &G::State) -> Result<KeyOf<G>, String> {
        let key = self.game.key_in(&self.space, state);
        key.ok_or_else(|| format!("a position that arises from the start has no key: {state:?}"))
    }

    fn children(&self, key: KeyOf<G>) -> Vec<KeyOf<G>> {
        let mut children = Vec::new();
        self.space.children(key, &mut children);
        children
    }

    /// The status and the children. What was in the list before stays.
    fn added(&self, key: KeyOf<G>) -> Result<(Status, Vec<KeyOf<G>>), String> {
        let mut keys = vec![key];
        let status = self.space.children(key, &mut keys);
        same(&keys.first(), &Some(&key), || "what was there before children were added".into())?;
        Ok((status, keys.split_off(1)))
    }

    /// The keys of these positions as numbers in ascending order, each once. All spaces share what
    /// works with numbers.
    fn numbers<'a>(&self, states: impl Iterator<Item = &'a G::State>) -> Result<Vec<u128>, String>
    where
        G::State: 'a,
    {
        let mut numbers = Vec::new();
        for state in states {
            numbers.push(self.key(state)?.to_u128());
        }
        Ok(each_once(numbers))
    }

    fn images(&self, group: &[u8], state: &G::State) -> Vec<G::State> {
        let mut images = Vec::new();
        for &g in group {
            let image = self.game.map_state(g, state);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    fn keys_stand_for_images(&self) -> Verdict {
        let group = stabilizer(self.game, self.start);
        let mut known: HashMap<u128, usize> = HashMap::new();
        let mut states = Vec::new();
        for (state, children) in &self.steps {
            states.push(state);
            for child in children {
                states.push(child);
            }
        }
        same(&self.space.start(), &self.key(self.start)?, || "the start's key".into())?;
        for (number, &state) in states.iter().enumerate() {
            let key = self.key(state)?;
            let orbit = self.space.orbit(key) as usize;
            if let Some(&other) = known.get(&key.to_u128()) {
                let other = states[other];
                let is_image = || self.images(&group, other).contains(state);
                ensure(state == other || orbit > 1 && is_image(), || {
                    format!("{state:?} and {other:?} share a key and are no images of each other")
                })?;
                continue;
            }
            known.insert(key.to_u128(), number);
            if orbit > 1 {
                let images = self.images(&group, state);
                same(&orbit, &images.len(), || format!("the orbit of {state:?} and its images"))?;
                for image in &images {
                    same(&self.key(image)?, &key, || format!("the key of {image:?}"))?;
                }
            }
        }
        Ok(())
    }

    fn children_are_those_of_the_rules(&self) -> Verdict {
        for (state, children) in &self.steps {
            let key = self.key(state)?;
            let (status, listed) = self.added(key)?;
            same(&status, &self.game.status(state), || format!("the status of {state:?}"))?;
            same(&self.space.to_move(key), &self.game.to_move(state), || {
                format!("to move in {state:?}")
            })?;
            let listed: Vec<_> = listed.into_iter().map(Key::to_u128).collect();
            let (count, found) = (listed.len(), each_once(listed));
            let expected = self.numbers(children.iter())?;
            self.position_of_key_is_as_good(state, key, &expected)?;
            same(&found, &expected, || format!("the children of {state:?}"))?;
            if self.shape.has_loops {
                same(&count, &found.len(), || format!("a child of {state:?} comes twice"))?;
            }
            if self.shape.is_dense {
                let bound = u128::from(self.space.bound());
                ensure(found.last().is_none_or(|&last| last < bound), || {
                    format!("a child of {state:?} is not below {bound}")
                })?;
            }
        }
        Ok(())
    }

    /// The position that a key gives back has that key, and its moves lead to the same ones.
    fn position_of_key_is_as_good(
        &self,
        state: &G::State,
        key: KeyOf<G>,
        children: &[u128],
    ) -> Verdict {
        let found = self.game.state_in(&self.space, key);
        let found = found.ok_or_else(|| format!("the key of {state:?} has no position"))?;
        same(&self.key(&found)?, &key, || format!("the key of {found:?}, from {state:?}"))?;
        same(&self.game.to_move(&found), &self.game.to_move(state), || {
            format!("to move in {found:?}, from {state:?}")
        })?;
        same(&self.game.status(&found), &self.game.status(state), || {
            format!("the status of {found:?}, from {state:?}")
        })?;
        let moves = self.game.list(&found);
        let after: Vec<_> = moves.as_slice().iter().map(|&m| after(self.game, &found, m)).collect();
        same(&self.numbers(after.iter())?, &children.to_vec(), || {
            format!("the children of {found:?}, from {state:?}")
        })
    }

    fn tiers_do_not_fall(&self) -> Verdict {
        for (state, _) in &self.steps {
            let key = self.key(state)?;
            let tier = self.space.tier(key);
            for child in self.children(key) {
                let next = self.space.tier(child);
                ensure(if self.shape.has_loops { next >= tier } else { next > tier }, || {
                    format!("a move from tier {tier} leads to tier {next}: {state:?}")
                })?;
            }
        }
        Ok(())
    }

    fn parents_are_inverse(&self) -> Verdict {
        if !self.shape.tells_parents {
            return Ok(());
        }
        let parents = |key| {
            let mut parents = Vec::new();
            self.space.parents(key, &mut parents);
            parents
        };
        let reached = self.numbers(self.steps.iter().map(|(state, _)| state))?;
        for &number in &reached {
            let key = KeyOf::<G>::from_u128(number);
            let tier = self.space.tier(key);
            for child in self.children(key).into_iter().filter(|&c| self.space.tier(c) == tier) {
                let parents = parents(child);
                let times = parents.iter().filter(|&&parent| parent == key).count();
                same(&times, &1, || format!("how often {key:?} is a parent of {child:?}"))?;
            }
            let is_position = |key: KeyOf<G>| match self.shape.is_dense {
                true => self.space.is_position(key),
                false => reached.binary_search(&key.to_u128()).is_ok(),
            };
            for parent in parents(key).into_iter().filter(|&parent| is_position(parent)) {
                let (status, children) = self.added(parent)?;
                ensure(status.is_over() || children.contains(&key), || {
                    format!("{parent:?} is no parent of {key:?}")
                })?;
            }
        }
        Ok(())
    }
}

/// The numbers in ascending order, each once.
fn each_once(mut numbers: Vec<u128>) -> Vec<u128> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

pub(super) fn keys_stand_for_images<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    Walk::new(s, spot).map_or(Ok(()), |walk| walk.keys_stand_for_images())
}

pub(super) fn children_are_those_of_the_rules<G: Playable>(
    s: &Sample<'_, G>,
    spot: &Spot<G>,
) -> Verdict {
    Walk::new(s, spot).map_or(Ok(()), |walk| walk.children_are_those_of_the_rules())
}

pub(super) fn tiers_do_not_fall<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    Walk::new(s, spot).map_or(Ok(()), |walk| walk.tiers_do_not_fall())
}

pub(super) fn parents_are_inverse<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    Walk::new(s, spot).map_or(Ok(()), |walk| walk.parents_are_inverse())
}
