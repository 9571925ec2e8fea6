//! `docs/solved/endings.md`: how long wins can be with four and five men in atomic chess and Skak.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use super::{Args, page::of_value};
use crate::{commands::perft::thousands, games_binary, workspace};

/// Men of both sides, in one game.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ending {
    game: &'static str,
    /// What White has beside the king, and Black.
    men: [String; 2],
}

const GAMES: [&str; 2] = ["atomic", "skak"];

/// From the strongest on. Pawns leave the board only two sides that look the same.
const PIECES: [char; 4] = ['Q', 'R', 'B', 'N'];

/// The lines around the rows.
const BEGIN: &str = "<!-- the table of `cargo xtask solving --endings` -->\n";
const END: &str = "<!-- its end -->\n";

const HEAD: &str = "| men | game | longest win | position | positions | won / lost / tied / drawn | digest |\n\
                    | --- | --- | --- | --- | --- | --- | --- |\n";

/// All of them, in the order of the rows: a piece against a piece, then two against one.
fn endings() -> Vec<Ending> {
    let mut men = Vec::new();
    for (i, one) in PIECES.into_iter().enumerate() {
        men.extend(PIECES[i..].iter().map(|other| [one.to_string(), other.to_string()]));
    }
    for (i, one) in PIECES.into_iter().enumerate() {
        for other in &PIECES[i..] {
            men.extend(PIECES.map(|third| [format!("{one}{other}"), third.to_string()]));
        }
    }
    let of_both = |men: [String; 2]| GAMES.map(|game| Ending { game, men: men.clone() });
    men.into_iter().flat_map(of_both).collect()
}

impl Ending {
    /// `KRB v KN`.
    fn name(&self) -> String {
        let [white, black] = &self.men;
        format!("K{white} v K{black}")
    }

    /// A position with these men, Black to move. Two bishops stand on different colors.
    fn position(&self) -> String {
        let [white, black] = &self.men;
        let (empty, clocks) = (6 - white.len(), if self.game == "skak" { "" } else { " 0 1" });
        let mut white: Vec<char> = white.chars().collect();
        white.sort_by_key(|&piece| piece != 'B');
        let (white, black) = (white.into_iter().collect::<String>(), black.to_lowercase());
        format!("8/8/8/8/4{black}3/2k5/8/K1{white}{empty} b - -{clocks}")
    }

    /// The arguments of the program.
    fn args(&self) -> [String; 6] {
        let position = self.position();
        ["solve", self.game, "--position", &position, "--folded", "--stats"].map(str::to_owned)
    }

    fn kept(&self) -> PathBuf {
        let name = format!("{} {}.json", self.game, self.name());
        workspace::scratch().join("solving").join(name)
    }

    /// What was found earlier.
    fn found(&self) -> Result<Option<Json>> {
        let kept = self.kept();
        match fs::read_to_string(&kept) {
            Ok(text) => serde_json::from_str(&text).with_context(|| format!("{}", kept.display())),
            Err(_) => Ok(None),
        }
    }

    fn solve(&self, args: &Args) -> Result<()> {
        let kept = self.kept();
        fs::create_dir_all(kept.parent().context("a folder below target")?)?;
        let mut command = Command::new(games_binary::path()?);
        command.args(self.args()).args(["--json", "--threads", &args.threads.to_string()]);
        command.arg("--checkpoint").arg(kept.with_extension("work"));
        if let Some(memory) = &args.memory {
            command.args(["--memory", memory]);
        }
        let output = command.stderr(std::process::Stdio::inherit()).output();
        let output = output.context("cannot start games")?;
        if !output.status.success() {
            bail!("`games {}` failed", self.args().join(" "));
        }
        fs::write(&kept, &output.stdout).with_context(|| format!("{}", kept.display()))
    }

    /// How its row begins.
    fn beginning(&self) -> String {
        format!("| {} | {} |", self.name(), self.game)
    }

    fn row(&self, json: &Json) -> Option<String> {
        let longest = json["longest"].as_array()?.iter().find(|one| one["value"] == "win");
        let longest = match longest {
            Some(one) => {
                format!("{} | `{}`", one["remoteness"].as_u64()?, one["position"].as_str()?)
            }
            None => "none | -".to_owned(),
        };
        Some(format!(
            "{} {longest} | {} | {} | {} |",
            self.beginning(),
            thousands(json["reachable"].as_u64()?),
            of_value(json)?,
            json["digest"].as_str()?
        ))
    }
}

/// Solves what is chosen and was not solved, and puts its rows onto the page.
pub(super) fn run(args: &Args) -> Result<bool> {
    let name = |ending: &Ending| format!("{} {}", ending.game, ending.name());
    let wanted = |one: &&Ending| args.name.as_ref().is_none_or(|part| name(one).contains(part));
    let all = endings();
    let chosen: Vec<_> = all.iter().filter(wanted).collect();
    if chosen.is_empty() {
        bail!("no ending has `{}` in its name", args.name.as_deref().unwrap_or_default());
    }
    for ending in chosen {
        if args.list {
            println!("{}: games {}", name(ending), ending.args().join(" "));
            continue;
        }
        if ending.found()?.is_none() {
            ending.solve(args)?;
        }
        let json = ending.found()?.context("what was just kept")?;
        let row = ending.row(&json).context("games solve: a field is missing")?;
        println!("{row}");
        let path = workspace::root().join("docs/solved/endings.md");
        let page = fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
        let page = with_row(&page, ending, &row).context("the page has no table")?;
        fs::write(&path, page).with_context(|| format!("{}", path.display()))?;
    }
    Ok(true)
}

/// The page with a row in the place of the one of the same ending, or where its turn is.
fn with_row(page: &str, ending: &Ending, row: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (table, after) = rest.split_once(END)?;
    let mut out = format!("{before}{BEGIN}{HEAD}");
    for other in endings() {
        let begins = other.beginning();
        let old = table.lines().find(|line| line.starts_with(&begins));
        if let Some(line) = if other == *ending { Some(row) } else { old } {
            out += line;
            out.push('\n');
        }
    }
    Some(out + END + after)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_pair_of_sides_comes_once_in_each_game() {
        let all = endings();
        assert_eq!(all.len(), 2 * (10 + 40));
        for (i, one) in all.iter().enumerate() {
            assert!(!all[..i].contains(one), "{one:?}");
        }
        assert_eq!((all[0].name(), all[19].name()), ("KQ v KQ".to_owned(), "KN v KN".to_owned()));
        assert_eq!(all[99].position(), "8/8/8/8/4n3/2k5/8/K1NN4 b - -");
        for (name, position) in [
            ("KRB v KN", "8/8/8/8/4n3/2k5/8/K1BR4 b - -"),
            ("KBN v KB", "8/8/8/8/4b3/2k5/8/K1BN4 b - -"),
        ] {
            let is_it = |one: &&Ending| one.game == "skak" && one.name() == name;
            assert_eq!(all.iter().find(is_it).unwrap().position(), position);
        }
        assert_eq!(all[0].position(), "8/8/8/8/4q3/2k5/8/K1Q5 b - - 0 1");
    }

    #[test]
    fn rows_stand_in_the_order_of_endings() {
        let json = json!({
            "reachable": 1234, "digest": "00ff",
            "counts": {"win": 1000, "lose": 234, "tie": 0, "draw": 0},
            "longest": [
                {"value": "lose", "remoteness": 8, "position": "x"},
                {"value": "win", "remoteness": 7, "position": "y"},
            ],
        });
        let all = endings();
        let row = |one: &Ending| one.row(&json).unwrap();
        assert_eq!(
            row(&all[3]),
            "| KQ v KR | skak | 7 | `y` | 1,234 | 1,000 / 234 / 0 / 0 | 00ff |"
        );
        let nobody_wins =
            json!({"longest": [], "reachable": 1, "digest": "0", "counts": json["counts"]});
        let none = all[0].row(&nobody_wins).unwrap();
        assert!(none.starts_with("| KQ v KQ | atomic | none | - | 1 | "), "{none}");
        let page = format!("# Endings\n\n{BEGIN}{END}\nMore.\n");
        let page = with_row(&page, &all[3], &row(&all[3])).unwrap();
        let page = with_row(&page, &all[2], "| KQ v KR | atomic | old |").unwrap();
        let page = with_row(&page, &all[2], &row(&all[2])).unwrap();
        let rows = format!("{}\n{}\n", row(&all[2]), row(&all[3]));
        assert_eq!(page, format!("# Endings\n\n{BEGIN}{HEAD}{rows}{END}\nMore.\n"));
    }
}
