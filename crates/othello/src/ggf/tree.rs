//! Games of the format as trees of a registry.

use core::iter;

use games_core::{
    GameTree, Outcome, Record, SavedGames, Side, TextError,
    entry::GameOptions,
    game_tree::{Evaluation, Header, Remarks, numbers},
    until_error,
};

use super::{
    Ggf, GgfMove,
    read::{Games, Properties},
};
use crate::{
    bitboard::{Layout, Size},
    rules::Othello,
};

/// Reads the games of a text.
pub(crate) fn games<'a>(text: &'a str, rules: &'a GameOptions) -> SavedGames<'a> {
    let mut games = Games::new(text);
    until_error(iter::from_fn(move || Some(games.next()?.and_then(|game| read(&game, rules)))))
}

fn read(properties: &Properties<'_>, rules: &GameOptions) -> Result<GameTree, TextError> {
    let size = properties.size()?;
    if let Some(given) = rules.given("size")
        && given != size.side().to_string()
    {
        let message = format!("size {given} contradicts the file, whose board has {}", size.side());
        return Err(rules.error("size", message));
    }
    match size {
        Size::Ten => properties.game::<u128>().map(|game| tree(&game, rules)),
        _ => properties.game::<u64>().map(|game| tree(&game, rules)),
    }
}

fn tree<B: Layout>(game: &Ggf<B>, rules: &GameOptions) -> GameTree {
    let options = format!("size={},scoring={}", game.start.size().side(), rules.value("scoring"));
    let mut header = Header::of(options, game.start.to_string());
    header.players.clone_from(&game.players);
    header.site.clone_from(&game.place);
    header.date.clone_from(&game.date);
    header.tags.clone_from(&game.tags);
    (header.outcome, header.reason) = outcome(game.result.as_deref().unwrap_or_default());
    let mut tree = GameTree::line(header, game.moves.iter().map(|played| played.m.to_string()));
    let nodes: Vec<_> = tree.main_line().collect();
    let mut mover = game.start.to_move();
    for (node, played) in nodes.into_iter().zip(&game.moves) {
        let remarks = thoughts(played, mover);
        if !remarks.is_empty() {
            *tree.remarks_mut(node) = remarks;
        }
        mover = mover.other();
    }
    tree
}

/// Returns what the mover thought of a move; the file tells it from his side.
fn thoughts<B: Layout>(played: &GgfMove<B>, mover: Side) -> Remarks {
    let mut remarks = Remarks::new();
    let score = played.eval.and_then(|eval| numbers::hundredths(&eval.to_string()));
    remarks.evaluation = score.map(|score| Evaluation::Score(score * mover.sign()));
    remarks.elapsed = played.seconds.and_then(|seconds| numbers::seconds(&seconds.to_string()));
    remarks
}

/// What a result says: `+12.00`, `-64.00:r`.
fn outcome(result: &str) -> (Option<Outcome>, Option<String>) {
    let (margin, how) = result.split_once(':').unwrap_or((result, ""));
    let Some(hundredths) = numbers::hundredths(margin) else { return (None, None) };
    let reason = match how {
        "r" => "resignation",
        "t" => "time",
        _ => margin.trim_start_matches(['+', '-']),
    };
    (Some(Outcome::from_margin(hundredths)), Some(reason.to_owned()))
}

/// Writes a game. The result is that of its rules; where they do not end it, that of the header,
/// with the whole board for a side that won because the other failed.
pub(crate) fn write<B: Layout>(rules: Othello<B>, tree: &GameTree) -> Result<String, TextError> {
    let header = &tree.header;
    let mut record = Record::parse(rules, &header.start)?;
    let moves: Vec<_> = tree.main_line().map(|node| tree.text(node)).collect();
    record.play_line(&moves.join(" "))?;
    let half_points = record.end().map(|end| end.margin.unwrap_or_default());
    let result = match (half_points, header.outcome) {
        (Some(n), _) => format!("{:+.2}", f64::from(n) / 2.0),
        (None, Some(outcome)) => {
            let side = u32::from(record.start().size().side());
            result(outcome, header.reason.as_deref(), side * side)
        }
        (None, None) => "?".to_owned(),
    };
    let played = record.history().zip(tree.main_line()).map(|((state, m), node)| {
        let remarks = tree.remarks(node);
        let eval = match remarks.evaluation {
            Some(Evaluation::Score(score)) => {
                Some(f64::from(score) / 100.0 * f64::from(state.to_move().sign()))
            }
            _ => None,
        };
        GgfMove { m, eval, seconds: remarks.elapsed.map(|time| time.as_millis() as f64 / 1000.0) }
    });
    let game = Ggf {
        place: header.site.clone(),
        date: header.date.clone(),
        players: header.players.clone(),
        result: Some(result),
        tags: header.tags.clone(),
        moves: played.collect(),
        ..Ggf::new(*record.start())
    };
    Ok(format!("{game}\n"))
}

/// Returns the result of a game that did not end on the board.
fn result(outcome: Outcome, reason: Option<&str>, squares: u32) -> String {
    let sign = match outcome {
        Outcome::Draw => return "+0.00".to_owned(),
        Outcome::Win(Side::First) => '+',
        Outcome::Win(Side::Second) => '-',
    };
    match reason {
        Some("time") => format!("{sign}{squares}.00:t"),
        // Counted elsewhere.
        Some(margin) if numbers::hundredths(margin).is_some() => format!("{sign}{margin}"),
        // Given up, which is all that the format knows.
        _ => format!("{sign}{squares}.00:r"),
    }
}
