//! `cargo xtask docs`: draws the pictures of the documents again.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{games_binary, process, workspace};

/// Draw the pictures of the documents again.
///
/// Each picture of `docs/images` comes from one command of the program `games`, so that it can
/// always be made again and never shows what the program does not do.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask docs\n  cargo xtask docs --check")]
pub(crate) struct Args {
    /// Change nothing; fail if a picture is not what would be drawn.
    #[arg(long)]
    check: bool,
}

/// A picture and the arguments of `games` that draw it into [`FILE`].
struct Picture {
    file: &'static str,
    args: &'static [&'static str],
}

/// Stands for the file to write.
const FILE: &str = "FILE";

/// The folder of the pictures, from the root of the workspace.
const IMAGES: &str = "docs/images";

/// Rook and bishop against a knight, won in 101 plies and no sooner.
const LONGEST_ATOMIC: &str = "3k4/1n6/8/8/4B3/3K4/8/5R2 w - - 0 1";

/// All pictures; a new one is an entry here. Players have seeds and no limits of time, so that the
/// same picture comes out everywhere.
const PICTURES: &[Picture] = &[
    // A game of `alphabeta:depth=7` against `mcts:sims=20000,seed=1`.
    Picture {
        file: "othello-game.svg",
        args: &["show", "othello", "--moves", OTHELLO_GAME, "--movie", FILE],
    },
    Picture { file: "othello.svg", args: &["show", "othello", "--svg", FILE] },
    Picture { file: "chess.svg", args: &["show", "chess", "--svg", FILE] },
    Picture { file: "atomic.svg", args: &["show", "atomic", "--moves", BEFORE, "--svg", FILE] },
    Picture {
        file: "atomic-explosion.svg",
        args: &["show", "atomic", "--moves", AFTER, "--svg", FILE],
    },
    Picture {
        file: "atomic-longest.svg",
        args: &["show", "atomic", "--position", LONGEST_ATOMIC, "--svg", FILE],
    },
    // A Girl can go nearly everywhere, so only the moves of one piece are marked; on e5 is none.
    Picture {
        file: "girl-chess.svg",
        args: &["show", "girl-chess", "--from", "e1", "--svg", FILE],
    },
    Picture {
        file: "girl-chess-box.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g6r/8/3t4/8/1r1B3T/8/3G4/8 w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-egg.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g7/8/3r4/8/2tER3/8/8/7G w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-flower.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g7/8/3r4/8/3F4/4K3/8/7G w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-girl.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "r1t4g/3k4/8/1e6/3G2K1/8/2T1b3/8 w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-kittey.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g7/6R1/8/3r4/3Kt3/3T4/8/7G w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-rat.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g7/8/6b1/8/1T1R4/8/8/G7 w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-snail.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g7/6F1/8/3r4/2tS4/8/8/7G w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-snail-beside.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g7/8/8/8/3FS3/8/8/G7 w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    Picture {
        file: "girl-chess-tree.svg",
        args: &[
            "show",
            "girl-chess",
            "--position",
            "g5r1/1b6/8/8/3T4/6e1/8/7G w",
            "--from",
            "d4",
            "--svg",
            FILE,
        ],
    },
    // The kings of most of these cannot move, so that only the moves of one piece are marked.
    Picture { file: "skak.svg", args: &["show", "skak", "--svg", FILE] },
    Picture {
        file: "skak-longest.svg",
        args: &["show", "skak", "--position", "8/8/8/8/4B3/1kn5/R7/1K6 w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-king.svg",
        args: &["show", "skak", "--position", "7k/8/8/8/3K4/p7/P7/8 w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-queen.svg",
        args: &["show", "skak", "--position", "kb4r1/8/8/8/3Q4/8/8/7K w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-rook.svg",
        args: &["show", "skak", "--position", "kb4r1/8/8/8/3R4/8/8/7K w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-bishop.svg",
        args: &["show", "skak", "--position", "kb4r1/8/8/8/3B4/8/8/7K w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-knight.svg",
        args: &["show", "skak", "--position", "kb4r1/8/8/8/3N4/8/8/7K w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-pawn.svg",
        args: &["show", "skak", "--position", "kb4r1/8/8/1p1p4/2P5/4P3/8/7K w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-own-man.svg",
        args: &["show", "skak", "--position", "kb4r1/8/8/8/2p1p3/3(PN)4/8/7K w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-enemy-man.svg",
        args: &["show", "skak", "--position", "kb4r1/8/8/8/8/3(Pn)4/2r5/7K w - -", "--svg", FILE],
    },
    Picture {
        file: "skak-check.svg",
        args: &["show", "skak", "--position", "8/2K5/3(pB)4/8/8/8/7R/k7 w - -", "--svg", FILE],
    },
    Picture { file: "knights-dance.svg", args: &["show", "knights-dance", "--svg", FILE] },
    Picture { file: "konane.svg", args: &["show", "konane", "--svg", FILE] },
    Picture { file: "northcott.svg", args: &["show", "northcott", "--svg", FILE] },
    Picture { file: "surround.svg", args: &["show", "surround", "--svg", FILE] },
    Picture { file: "ten.svg", args: &["show", "ten", "--svg", FILE] },
    Picture { file: "tictactoe.svg", args: &["show", "tictactoe", "--svg", FILE] },
];

const OTHELLO_GAME: &str = "d3c3c4c5b5f3c6c7b6a6b4e2a5a4d6e7b3a3d2e1c2c1f6g5e3f5d1f2f4g4e6d7d8e8f8\
    f7g8g7c8b8b7a8a7a2b2h8g6h3g3h7h5f1g1a1g2h4b1h6h1h2";
const BEFORE: &str = "g1f3 a7a6 f3g5 a6a5";
const AFTER: &str = "g1f3 a7a6 f3g5 a6a5 g5f7";

pub(crate) fn run(args: &Args) -> Result<bool> {
    if args.check {
        let (same, stale) = compare()?;
        for file in &stale {
            println!("stale: {file}");
        }
        println!("{same} as drawn, {} stale", stale.len());
        return Ok(stale.is_empty());
    }
    let dir = workspace::root().join(IMAGES);
    for (file, text) in draw_all()? {
        fs::create_dir_all(&dir).with_context(|| format!("creating {IMAGES}"))?;
        fs::write(dir.join(file), text).with_context(|| format!("writing {IMAGES}/{file}"))?;
        println!("{IMAGES}/{file}");
    }
    Ok(true)
}

/// Returns how many pictures are as they would be drawn now, and the files of the others.
///
/// # Errors
///
/// If one cannot be drawn.
pub(crate) fn compare() -> Result<(usize, Vec<String>)> {
    let dir = workspace::root().join(IMAGES);
    let mut same = 0;
    let mut stale = Vec::new();
    for (file, text) in draw_all()? {
        match fs::read_to_string(dir.join(file)) {
            Ok(old) if old == text => same += 1,
            _ => stale.push(format!("{IMAGES}/{file}")),
        }
    }
    Ok((same, stale))
}

fn draw_all() -> Result<Vec<(&'static str, String)>> {
    let scratch = workspace::scratch().join("images");
    fs::create_dir_all(&scratch).context("creating a folder below target")?;
    PICTURES.iter().map(|picture| Ok((picture.file, picture.draw(&scratch)?))).collect()
}

impl Picture {
    fn draw(&self, scratch: &Path) -> Result<String> {
        let file: PathBuf = scratch.join(self.file);
        let mut games = Command::new(games_binary::path()?);
        for arg in self.args {
            if *arg == FILE {
                games.arg(&file)
            } else {
                games.arg(arg)
            };
        }
        let output = process::capture(games)?;
        if !output.success() {
            bail!("{}: {}\n{}", self.file, output.ending(), output.text.trim());
        }
        fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))
    }
}
