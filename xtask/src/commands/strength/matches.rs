//! The matches of `docs/strength.md`.

use super::books::{self, Book};

/// How a pair of games begins.
#[derive(Clone, Copy)]
pub(super) enum Openings {
    /// With so many random plies.
    Random(u32),
    /// With a line of a book.
    Book(&'static Book),
}

/// A match between two players.
pub(super) struct Match {
    /// Its name on the page.
    pub(super) id: &'static str,
    pub(super) game: &'static str,
    pub(super) rules: Option<&'static str>,
    pub(super) p1: &'static str,
    pub(super) p2: &'static str,
    /// The most games; the test of `sprt` may end the match earlier.
    pub(super) games: u32,
    /// How each pair of games begins.
    pub(super) openings: Openings,
    /// The two differences of strength between which the match decides.
    pub(super) sprt: Option<&'static str>,
    /// What openings and draws by lot are made of.
    pub(super) seed: u64,
}

impl Match {
    /// A hundred games against `random`.
    const fn random(id: &'static str, game: &'static str, p1: &'static str) -> Self {
        Self {
            id,
            game,
            rules: None,
            p1,
            p2: "random",
            games: 100,
            openings: Openings::Random(0),
            sprt: None,
            seed: 1,
        }
    }

    /// A match that ends as soon as it is clear whether the first player is the stronger one.
    const fn test(
        id: &'static str,
        game: &'static str,
        p1: &'static str,
        p2: &'static str,
        opening_plies: u32,
    ) -> Self {
        let sprt = Some("0,100");
        let openings = Openings::Random(opening_plies);
        Self { id, game, rules: None, p1, p2, games: 400, openings, sprt, seed: 1 }
    }

    /// A match between two levels of a player. They were chosen by games of other seeds.
    const fn neighbours(
        id: &'static str,
        game: &'static str,
        p1: &'static str,
        p2: &'static str,
    ) -> Self {
        let openings = Openings::Random(4);
        Self { id, game, rules: None, p1, p2, games: 200, openings, sprt: None, seed: 2 }
    }

    /// A game with learned weights, against its own estimate, in equal time of the processor.
    const fn learned(id: &'static str, game: &'static str, opening_plies: u32) -> Self {
        let learned = "alphabeta:time=100ms,cpu_clock=true,eval=learned";
        let own = "alphabeta:time=100ms,cpu_clock=true,eval=own";
        let openings = Openings::Random(opening_plies);
        Self { openings, seed: 1, ..Self::neighbours(id, game, learned, own) }
    }

    /// The same for a game of hundreds of plies: a fifth of the time, from a book.
    const fn learned_long(id: &'static str, game: &'static str, book: &'static Book) -> Self {
        let learned = "alphabeta:time=20ms,cpu_clock=true,eval=learned";
        let own = "alphabeta:time=20ms,cpu_clock=true,eval=own";
        Self { seed: 1, ..Self::neighbours(id, game, learned, own) }.book(book)
    }

    /// The same by Monte Carlo search, with little time.
    const fn learned_trees(id: &'static str, game: &'static str, openings: Openings) -> Self {
        let learned = "mcts:time=10ms,cpu_clock=true,eval=learned";
        let own = "mcts:time=10ms,cpu_clock=true,eval=own";
        Self { openings, seed: 1, ..Self::neighbours(id, game, learned, own) }
    }

    /// A game with learned strengths of moves, against its own priors, in equal time of the processor.
    const fn learned_moves(id: &'static str, game: &'static str, opening_plies: u32) -> Self {
        let learned = "mcts:time=500ms,cpu_clock=true,eval=learned";
        let own = "mcts:time=500ms,cpu_clock=true,eval=own";
        let openings = Openings::Random(opening_plies);
        Self { openings, seed: 1, ..Self::neighbours(id, game, learned, own) }
    }

    /// The same search on two threads and on one, in equal time of the clock: both cores of the
    /// machine are wanted.
    const fn threads(
        id: &'static str,
        game: &'static str,
        two: &'static str,
        one: &'static str,
    ) -> Self {
        Self { seed: 1, ..Self::neighbours(id, game, two, one) }
    }

    const fn rules(self, rules: &'static str) -> Self {
        Self { rules: Some(rules), ..self }
    }

    const fn book(self, book: &'static Book) -> Self {
        Self { openings: Openings::Book(book), ..self }
    }

    const fn games(self, games: u32) -> Self {
        Self { games, ..self }
    }
}

const AB: &str = "alphabeta:nodes=20000";
const MCTS: &str = "mcts:sims=1000";
const MCTS_FOUR: &str = "mcts:sims=4000";
const LEVELS: [&str; 7] = [
    "alphabeta:level=1",
    "alphabeta:level=2",
    "alphabeta:level=3",
    "alphabeta:level=4",
    "alphabeta:level=5",
    "alphabeta:level=6",
    "alphabeta:level=7",
];
const TREES: [&str; 7] = [
    "mcts:level=1",
    "mcts:level=2",
    "mcts:level=3",
    "mcts:level=4",
    "mcts:level=5",
    "mcts:level=6",
    "mcts:level=7",
];
const BOARD: &str = "rows=8,cols=8";

/// All matches. Those without outside engines have limits of nodes and seeds, so that they can be
/// repeated anywhere.
pub(super) const MATCHES: &[Match] = &[
    Match::random("random-alphabeta-othello", "othello", AB),
    Match::random("random-alphabeta-go", "go", AB),
    Match::random("random-alphabeta-chess", "chess", AB),
    Match::random("random-alphabeta-atomic", "atomic", AB),
    Match::random("random-alphabeta-skak", "skak", AB),
    Match::random("random-alphabeta-girl-chess", "girl-chess", AB),
    Match::random("random-alphabeta-konane", "konane", AB).rules(BOARD),
    Match::random("random-alphabeta-surround", "surround", AB).rules(BOARD),
    Match::random("random-mcts-othello", "othello", MCTS),
    Match::random("random-mcts-go", "go", MCTS),
    Match::random("random-mcts-chess", "chess", MCTS),
    Match::random("random-mcts-atomic", "atomic", MCTS),
    Match::random("random-mcts-skak", "skak", MCTS),
    Match::random("random-mcts-girl-chess", "girl-chess", MCTS),
    Match::random("random-mcts-konane", "konane", MCTS).rules(BOARD),
    Match::random("random-mcts-surround", "surround", MCTS).rules(BOARD),
    Match::test("depth-othello", "othello", "alphabeta:depth=6", "alphabeta:depth=3", 6),
    Match::test("depth-go", "go", "alphabeta:depth=4", "alphabeta:depth=2", 4),
    Match::test("depth-chess", "chess", "alphabeta:depth=6", "alphabeta:depth=3", 6),
    Match::test("depth-atomic", "atomic", "alphabeta:depth=6", "alphabeta:depth=3", 4),
    Match::test("depth-skak", "skak", "alphabeta:depth=6", "alphabeta:depth=3", 6),
    Match::test("depth-girl-chess", "girl-chess", "alphabeta:depth=4", "alphabeta:depth=2", 4),
    Match::test("depth-konane", "konane", "alphabeta:depth=6", "alphabeta:depth=3", 6).rules(BOARD),
    Match::test("depth-surround", "surround", "alphabeta:depth=8", "alphabeta:depth=4", 6)
        .rules(BOARD),
    Match::test("sims-othello", "othello", MCTS_FOUR, MCTS, 6),
    Match::test("sims-go", "go", MCTS_FOUR, MCTS, 4),
    Match::test("sims-chess", "chess", MCTS_FOUR, MCTS, 6),
    Match::test("sims-atomic", "atomic", MCTS_FOUR, MCTS, 4),
    Match::test("sims-skak", "skak", MCTS_FOUR, MCTS, 6),
    Match::test("sims-girl-chess", "girl-chess", MCTS_FOUR, MCTS, 4),
    Match::test("sims-konane", "konane", MCTS_FOUR, MCTS, 6).rules(BOARD),
    // After many random plies most games are decided, and after few of them too few differ.
    Match::test("sims-surround", "surround", MCTS_FOUR, MCTS, 0).rules(BOARD).book(books::SURROUND),
    Match::test("cross-othello", "othello", AB, MCTS_FOUR, 6).games(100),
    Match::test("cross-go", "go", MCTS_FOUR, AB, 4).games(100),
    Match::test("cross-chess", "chess", AB, MCTS_FOUR, 6).games(100),
    Match::test("cross-atomic", "atomic", AB, MCTS_FOUR, 4).games(100),
    Match::test("cross-skak", "skak", AB, MCTS_FOUR, 6).games(100),
    Match::test("cross-girl-chess", "girl-chess", AB, MCTS_FOUR, 4).games(100),
    Match::test("cross-konane", "konane", AB, MCTS_FOUR, 6).rules(BOARD).games(100),
    Match::test("cross-surround", "surround", AB, MCTS_FOUR, 0)
        .rules(BOARD)
        .book(books::SURROUND)
        .games(100),
    Match::neighbours("level-chess-2", "chess", LEVELS[1], LEVELS[0]),
    Match::neighbours("level-chess-3", "chess", LEVELS[2], LEVELS[1]),
    Match::neighbours("level-chess-4", "chess", LEVELS[3], LEVELS[2]),
    Match::neighbours("level-chess-5", "chess", LEVELS[4], LEVELS[3]),
    Match::neighbours("level-chess-6", "chess", LEVELS[5], LEVELS[4]),
    Match::neighbours("level-chess-7", "chess", LEVELS[6], LEVELS[5]),
    Match::neighbours("level-othello-2", "othello", LEVELS[1], LEVELS[0]),
    Match::neighbours("level-othello-3", "othello", LEVELS[2], LEVELS[1]),
    Match::neighbours("level-othello-4", "othello", LEVELS[3], LEVELS[2]),
    Match::neighbours("level-othello-5", "othello", LEVELS[4], LEVELS[3]),
    Match::neighbours("level-othello-6", "othello", LEVELS[5], LEVELS[4]),
    Match::neighbours("level-othello-7", "othello", LEVELS[6], LEVELS[5]),
    Match::neighbours("level-go-2", "go", LEVELS[1], LEVELS[0]).rules("size=9"),
    Match::neighbours("level-go-3", "go", LEVELS[2], LEVELS[1]).rules("size=9"),
    Match::neighbours("level-go-4", "go", LEVELS[3], LEVELS[2]).rules("size=9"),
    Match::neighbours("level-go-5", "go", LEVELS[4], LEVELS[3]).rules("size=9"),
    Match::neighbours("level-go-6", "go", LEVELS[5], LEVELS[4]).rules("size=9"),
    Match::neighbours("level-go-7", "go", LEVELS[6], LEVELS[5]).rules("size=9"),
    Match::neighbours("level-girl-chess-2", "girl-chess", LEVELS[1], LEVELS[0]),
    Match::neighbours("level-girl-chess-3", "girl-chess", LEVELS[2], LEVELS[1]),
    Match::neighbours("level-girl-chess-4", "girl-chess", LEVELS[3], LEVELS[2]),
    Match::neighbours("level-girl-chess-5", "girl-chess", LEVELS[4], LEVELS[3]),
    Match::neighbours("level-girl-chess-6", "girl-chess", LEVELS[5], LEVELS[4]),
    Match::neighbours("level-girl-chess-7", "girl-chess", LEVELS[6], LEVELS[5]),
    Match::neighbours("level-konane-2", "konane", LEVELS[1], LEVELS[0]).rules("rows=6,cols=6"),
    Match::neighbours("level-konane-3", "konane", LEVELS[2], LEVELS[1]).rules("rows=6,cols=6"),
    Match::neighbours("level-konane-4", "konane", LEVELS[3], LEVELS[2]).rules("rows=6,cols=6"),
    Match::neighbours("level-konane-5", "konane", LEVELS[4], LEVELS[3]).rules("rows=6,cols=6"),
    Match::neighbours("level-konane-6", "konane", LEVELS[5], LEVELS[4]).rules("rows=6,cols=6"),
    Match::neighbours("level-konane-7", "konane", LEVELS[6], LEVELS[5]).rules("rows=6,cols=6"),
    Match::neighbours("level-mcts-chess-2", "chess", TREES[1], TREES[0]),
    Match::neighbours("level-mcts-chess-3", "chess", TREES[2], TREES[1]),
    Match::neighbours("level-mcts-chess-4", "chess", TREES[3], TREES[2]),
    Match::neighbours("level-mcts-chess-5", "chess", TREES[4], TREES[3]),
    Match::neighbours("level-mcts-chess-6", "chess", TREES[5], TREES[4]),
    Match::neighbours("level-mcts-chess-7", "chess", TREES[6], TREES[5]),
    Match::neighbours("level-mcts-othello-2", "othello", TREES[1], TREES[0]),
    Match::neighbours("level-mcts-othello-3", "othello", TREES[2], TREES[1]),
    Match::neighbours("level-mcts-othello-4", "othello", TREES[3], TREES[2]),
    Match::neighbours("level-mcts-othello-5", "othello", TREES[4], TREES[3]),
    Match::neighbours("level-mcts-othello-6", "othello", TREES[5], TREES[4]),
    Match::neighbours("level-mcts-othello-7", "othello", TREES[6], TREES[5]),
    Match::neighbours("level-mcts-go-2", "go", TREES[1], TREES[0]).rules("size=9"),
    Match::neighbours("level-mcts-go-3", "go", TREES[2], TREES[1]).rules("size=9"),
    Match::neighbours("level-mcts-go-4", "go", TREES[3], TREES[2]).rules("size=9"),
    Match::neighbours("level-mcts-go-5", "go", TREES[4], TREES[3]).rules("size=9"),
    Match::neighbours("level-mcts-go-6", "go", TREES[5], TREES[4]).rules("size=9"),
    Match::neighbours("level-mcts-go-7", "go", TREES[6], TREES[5]).rules("size=9"),
    Match::neighbours("level-mcts-girl-chess-2", "girl-chess", TREES[1], TREES[0]),
    Match::neighbours("level-mcts-girl-chess-3", "girl-chess", TREES[2], TREES[1]),
    Match::neighbours("level-mcts-girl-chess-4", "girl-chess", TREES[3], TREES[2]),
    Match::neighbours("level-mcts-girl-chess-5", "girl-chess", TREES[4], TREES[3]),
    Match::neighbours("level-mcts-girl-chess-6", "girl-chess", TREES[5], TREES[4]),
    Match::neighbours("level-mcts-girl-chess-7", "girl-chess", TREES[6], TREES[5]),
    Match::neighbours("level-mcts-konane-2", "konane", TREES[1], TREES[0]).rules("rows=6,cols=6"),
    Match::neighbours("level-mcts-konane-3", "konane", TREES[2], TREES[1]).rules("rows=6,cols=6"),
    Match::neighbours("level-mcts-konane-4", "konane", TREES[3], TREES[2]).rules("rows=6,cols=6"),
    Match::neighbours("level-mcts-konane-5", "konane", TREES[4], TREES[3]).rules("rows=6,cols=6"),
    Match::neighbours("level-mcts-konane-6", "konane", TREES[5], TREES[4]).rules("rows=6,cols=6"),
    Match::neighbours("level-mcts-konane-7", "konane", TREES[6], TREES[5]).rules("rows=6,cols=6"),
    Match::learned("learned-othello", "othello", 10),
    Match::learned("learned-othello-6", "othello", 6).rules("size=6"),
    Match::learned("learned-othello-6-even", "othello", 0).rules("size=6").book(books::OTHELLO_6),
    Match::learned("learned-othello-10", "othello", 10).rules("size=10"),
    Match::learned("learned-chess", "chess", 6),
    Match::learned_long("learned-girl-chess", "girl-chess", books::GIRL_CHESS),
    Match::learned("learned-konane", "konane", 6).rules(BOARD),
    Match::learned_moves("learned-go", "go", 4).rules("size=9").games(260),
    Match::learned("learned-konane-10", "konane", 6).rules("rows=10,cols=10"),
    Match::learned_long("learned-skak", "skak", books::SKAK),
    Match::learned("learned-surround", "surround", 0).rules(BOARD).book(books::SURROUND).games(240),
    Match::learned_trees("learned-mcts-othello", "othello", Openings::Random(10)),
    Match::learned_trees("learned-mcts-chess", "chess", Openings::Random(6)),
    Match::learned_trees(
        "learned-mcts-girl-chess",
        "girl-chess",
        Openings::Book(books::GIRL_CHESS),
    ),
    Match::learned_trees("learned-mcts-skak", "skak", Openings::Book(books::SKAK)),
    Match::learned_trees("learned-mcts-konane", "konane", Openings::Random(6)).rules(BOARD),
    Match::learned_trees("learned-mcts-surround", "surround", Openings::Book(books::SURROUND))
        .rules(BOARD)
        .games(240),
    Match::threads(
        "threads-othello",
        "othello",
        "alphabeta:tc=4+0.04,threads=2",
        "alphabeta:tc=4+0.04",
    )
    .book(books::OTHELLO),
    Match::threads(
        "threads-chess",
        "chess",
        "alphabeta:tc=4+0.04,threads=2",
        "alphabeta:tc=4+0.04",
    )
    .book(books::CHESS),
    Match::test(
        "chess-stockfish-2000",
        "chess",
        "alphabeta:time=1s",
        "uci:\"stockfish\",time=1s,option.UCI_LimitStrength=true,option.UCI_Elo=2000",
        6,
    )
    .games(60),
    Match::test(
        "go-gnugo-10",
        "go",
        "mcts:time=2s,eval=own",
        "gtp:\"gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead\"",
        2,
    )
    .rules("preset=chinese")
    .games(60),
    // All of its games, since it says how often and not only which is the stronger one.
    Match {
        sprt: None,
        ..Match::test(
            "go-gnugo-10-learned",
            "go",
            "mcts:time=100ms,cpu_clock=true,eval=learned",
            "gtp:\"gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead\"",
            2,
        )
        .rules("preset=chinese")
        .games(100)
    },
];
