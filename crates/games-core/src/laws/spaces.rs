//! Laws of the spaces that solvers walk on. A position of the sample is the start, and the rest of
//! its game what arises from it. A game that is not solved, or not from there, keeps them all.

use std::collections::{BTreeSet, HashMap};

use super::{Sample, Spot, Verdict, after, ensure, same};
use crate::{Space, entry::Playable, solvable::stabilizer};

type KeyOf<G> = <<G as crate::Solvable>::Space as Space>::Key;

/// The space of a position, with what follows it in its game and what could have followed.
struct Walk<'s, G: Playable> {
    game: &'s G,
    space: G::Space,
    start: &'s G::State,
    /// Each position with the positions after its moves.
    steps: Vec<(G::State, Vec<G::State>)>,
}

impl<'s, G: Playable> Walk<'s, G> {
    fn new(s: &'s Sample<'_, G>, spot: &'s Spot<G>) -> Option<Self> {
        let (game, start) = (s.game, &spot.state);
        let space = game.space(start).ok()?;
        let rest = s.spots[spot.index..].iter().take_while(|other| other.seed == spot.seed);
        let children =
            |spot: &Spot<G>| spot.moves.iter().map(|&m| after(game, &spot.state, m)).collect();
        let steps = rest.map(|spot| (spot.state.clone(), children(spot))).collect();
        Some(Self { game, space, start, steps })
    }

    fn key(&self, state: &G::State) -> Result<KeyOf<G>, String> {
        let key = self.game.key_in(&self.space, state);
        key.ok_or_else(|| format!("a position that arises from the start has no key: {state:?}"))
    }

    fn children(&self, key: KeyOf<G>) -> Vec<KeyOf<G>> {
        let mut children = Vec::new();
        self.space.children(key, |child| children.push(child));
        children
    }
}

pub(super) fn keys_stand_for_images<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let Some(walk) = Walk::new(s, spot) else { return Ok(()) };
    let group = stabilizer(s.game, walk.start);
    let images = |state: &G::State| -> Vec<G::State> {
        let mut images: Vec<G::State> = Vec::new();
        for &g in &group {
            let image = s.game.map_state(g, state);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    };
    let mut known: HashMap<KeyOf<G>, &G::State> = HashMap::new();
    same(&walk.space.start(), &walk.key(walk.start)?, || "the start's key".into())?;
    for state in walk.steps.iter().flat_map(|(state, children)| [state].into_iter().chain(children))
    {
        let key = walk.key(state)?;
        let orbit = walk.space.orbit(key) as usize;
        if let Some(&other) = known.get(&key) {
            ensure(orbit > 1 && images(other).contains(state) || state == other, || {
                format!("{state:?} and {other:?} share a key and are no images of each other")
            })?;
            continue;
        }
        known.insert(key, state);
        if orbit > 1 {
            let images = images(state);
            same(&orbit, &images.len(), || format!("the orbit of {state:?} and its images"))?;
            for image in &images {
                same(&walk.key(image)?, &key, || format!("the key of {image:?}"))?;
            }
        }
    }
    Ok(())
}

pub(super) fn children_are_those_of_the_rules<G: Playable>(
    s: &Sample<'_, G>,
    spot: &Spot<G>,
) -> Verdict {
    let Some(walk) = Walk::new(s, spot) else { return Ok(()) };
    for (state, children) in &walk.steps {
        let key = walk.key(state)?;
        let status = walk.space.children(key, |_| {});
        same(&status, &s.game.status(state), || format!("the status of {state:?}"))?;
        same(&walk.space.to_move(key), &s.game.to_move(state), || format!("to move in {state:?}"))?;
        let listed = walk.children(key);
        let expected =
            children.iter().map(|child| walk.key(child)).collect::<Result<BTreeSet<_>, _>>()?;
        let found: BTreeSet<_> = listed.iter().copied().collect();
        same(&found, &expected, || format!("the children of {state:?}"))?;
        if G::Space::LOOPS {
            same(&listed.len(), &found.len(), || format!("a child of {state:?} comes twice"))?;
        }
        if G::Space::DENSE {
            let bound = walk.space.bound();
            ensure(
                found.iter().all(|&key| (crate::solvable::Key::index(key) as u64) < bound),
                || format!("a child of {state:?} is not below {bound}"),
            )?;
        }
    }
    Ok(())
}

pub(super) fn tiers_do_not_fall<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let Some(walk) = Walk::new(s, spot) else { return Ok(()) };
    for (state, _) in &walk.steps {
        let key = walk.key(state)?;
        let tier = walk.space.tier(key);
        for child in walk.children(key) {
            let next = walk.space.tier(child);
            ensure(if G::Space::LOOPS { next >= tier } else { next > tier }, || {
                format!("a move from tier {tier} leads to tier {next}: {state:?}")
            })?;
        }
    }
    Ok(())
}

pub(super) fn parents_are_inverse<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    if !G::Space::BACKWARD {
        return Ok(());
    }
    let Some(walk) = Walk::new(s, spot) else { return Ok(()) };
    let parents = |key| {
        let mut parents = Vec::new();
        walk.space.parents(key, |parent| parents.push(parent));
        parents
    };
    let reached =
        walk.steps.iter().map(|(state, _)| walk.key(state)).collect::<Result<BTreeSet<_>, _>>()?;
    for &key in &reached {
        let tier = walk.space.tier(key);
        for child in walk.children(key).into_iter().filter(|&c| walk.space.tier(c) == tier) {
            let parents = parents(child);
            let times = parents.iter().filter(|&&parent| parent == key).count();
            same(&times, &1, || format!("how often {key:?} is a parent of {child:?}"))?;
        }
        let is_position = |key| {
            if G::Space::DENSE { walk.space.is_position(key) } else { reached.contains(&key) }
        };
        for parent in parents(key).into_iter().filter(|&parent| is_position(parent)) {
            let is_over = walk.space.children(parent, |_| {}).is_over();
            ensure(is_over || walk.children(parent).contains(&key), || {
                format!("{parent:?} is no parent of {key:?}")
            })?;
        }
    }
    Ok(())
}
