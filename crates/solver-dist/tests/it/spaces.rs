//! What is solved here: a space of each kind.

use cs3_games::{Endless, KnightsDance, Northcott, TicTacToe};
use games_core::{Side, Solvable, Space, Status};

/// The names of all spaces.
pub(crate) const NAMES: [&str; 6] = ["dense", "all", "narrow", "tiers", "loops", "passes"];

/// What is done with a space.
pub(crate) trait Visitor {
    type Out;

    /// `whole` says whether all positions are meant.
    fn visit<S: Space>(self, space: &S, whole: bool) -> Self::Out;
}

fn space<G: Solvable>(game: &G) -> G::Space {
    game.space(&game.initial()).unwrap()
}

fn dance(size: (usize, usize)) -> <KnightsDance as Solvable>::Space {
    space(&KnightsDance::new(size, false, false, Endless::default()))
}

/// Shows a space to a visitor.
pub(crate) fn with<V: Visitor>(name: &str, visitor: V) -> V::Out {
    match name {
        // An array, backward; what is reached, and all there is.
        "dense" => visitor.visit(&dance((11, 12)), false),
        "all" => visitor.visit(&dance((12, 12)), true),
        "narrow" => {
            let rules = Northcott::<4>::new((2, 12), false, true, Endless::default());
            visitor.visit(&space(&rules), false)
        }
        // Hash tables, tier by tier.
        "tiers" => visitor.visit(&space(&TicTacToe::<u64>::new((3, 4), true, true)), false),
        // Hash tables with loops, backward and in passes.
        "loops" => visitor.visit(&Hashed::<_, true>(dance((9, 9))), false),
        "passes" => visitor.visit(&Hashed::<_, false>(dance((8, 9))), false),
        _ => panic!("no space is called {name}"),
    }
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

    fn children(&self, key: S::Key, out: impl FnMut(S::Key)) -> Status {
        self.0.children(key, out)
    }

    fn parents(&self, key: S::Key, out: impl FnMut(S::Key)) {
        self.0.parents(key, out);
    }

    fn orbit(&self, key: S::Key) -> u32 {
        self.0.orbit(key)
    }
}
