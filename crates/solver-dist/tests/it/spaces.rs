//! What is solved here: a space of each kind.

use cs3_games::{Endless, KnightsDance, Northcott, TicTacToe};
use games_core::{Side, Solvable, Space, Status, solvable::AnySpace};

/// The names of all spaces.
pub(crate) const NAMES: [&str; 6] = ["dense", "all", "narrow", "tiers", "loops", "passes"];

fn from_start<G: Solvable>(game: &G) -> G::Space {
    game.space(&game.initial()).unwrap()
}

fn dance(size: (usize, usize)) -> <KnightsDance as Solvable>::Space {
    from_start(&KnightsDance::new(size, false, false, Endless::default()).unwrap())
}

/// A space, and whether all of its positions are meant.
pub(crate) fn space(name: &str) -> (AnySpace, bool) {
    let space = match name {
        // An array, backward; what is reached, and all there is.
        "dense" => AnySpace::new(dance((11, 12))),
        "all" => AnySpace::new(dance((12, 12))),
        "narrow" => {
            let rules = Northcott::new((2, 12), false, true, Endless::default()).unwrap();
            AnySpace::new(from_start(&rules))
        }
        // Hash tables, tier by tier.
        "tiers" => AnySpace::new(from_start(&TicTacToe::<u64>::new((3, 4), true, true).unwrap())),
        // Hash tables with loops, backward and in passes.
        "loops" => AnySpace::new(Hashed::<_, true>(dance((9, 9)))),
        "passes" => AnySpace::new(Hashed::<_, false>(dance((8, 9)))),
        _ => panic!("no space is called {name}"),
    };
    (space, name == "all")
}

/// A dense space whose keys are hashed as if it were not.
#[derive(Clone, Debug)]
pub(crate) struct Hashed<S, const BACKWARD: bool>(pub(crate) S);

impl<S: Space, const BACKWARD: bool> Space for Hashed<S, BACKWARD> {
    type Key = S::Key;

    const LOOPS: bool = true;
    const BACKWARD: bool = BACKWARD;

    fn start(&self) -> S::Key {
        self.0.start()
    }

    fn to_move(&self, key: S::Key) -> Side {
        self.0.to_move(key)
    }

    fn children(&self, key: S::Key, out: &mut Vec<S::Key>) -> Status {
        self.0.children(key, out)
    }

    fn parents(&self, key: S::Key, out: &mut Vec<S::Key>) {
        self.0.parents(key, out);
    }

    fn orbit(&self, key: S::Key) -> u32 {
        self.0.orbit(key)
    }
}
