//! What was found, in words.

use ai::Value;
use games::{
    Session,
    analysis::{Analysis, Summary, Verdict},
};
use games_core::{GameTree, Side, draw::Style};

use crate::{cli::Notation, words};

/// A game: its moves, and what those of each side come to.
pub(super) fn text(
    number: u64,
    session: &dyn Session,
    tree: &GameTree,
    found: &Analysis,
    (notation, style): (Notation, Style),
) -> String {
    let mut out = format!("{}\n", heading(number, session, tree));
    let names = [Side::First, Side::Second].map(|side| session.side_name(side));
    let move_of = |v: &Verdict| format!("{}{}", notation.of(&v.text, &v.label), v.sign());
    let width = found.verdicts().map(|v| move_of(v).chars().count()).max().unwrap_or(0);
    let side_width = names.map(|name| name.chars().count()).into_iter().max().unwrap_or(0);
    let places = found.verdicts().map(|v| v.ply.to_string().len()).max().unwrap_or(1);
    for verdict in found.verdicts() {
        let (ply, side) = (verdict.ply, names[verdict.side.index()]);
        let worth = worth(verdict);
        let better = match &verdict.better {
            Some((texts, labels)) => {
                let line = texts.iter().zip(labels).map(|(text, label)| notation.of(text, label));
                format!("  better {}", line.collect::<Vec<_>>().join(" "))
            }
            None => String::new(),
        };
        let move_ = format!("{:width$}", move_of(verdict));
        let move_ = colored(verdict, move_, style);
        out += &format!("  {ply:>places$}  {side:side_width$}  {move_}  {worth}{better}\n");
    }
    let left = found.moves.len() - found.verdicts().count();
    if left > 0 {
        out += &format!("{} not judged\n", words::count(left as u64, "move", "moves"));
    }
    for (name, summary) in names.iter().zip(&found.sides) {
        out += &format!("{}\n", side(name, summary, found, notation));
    }
    out
}

fn heading(number: u64, session: &dyn Session, tree: &GameTree) -> String {
    let [first, second] = tree.header.players.each_ref().map(|name| name.as_deref().unwrap_or("?"));
    let end = match (session.end(), tree.header.outcome) {
        (Some(end), _) => words::result(session, &end),
        (None, Some(outcome)) => {
            let reason = tree.header.reason.as_deref().unwrap_or("the file says so");
            words::result(session, &games::Ended::new(outcome, reason))
        }
        (None, None) => "not finished".to_owned(),
    };
    let plies = words::count(session.plies() as u64, "ply", "plies");
    format!("game {number}: {first} - {second}, {plies}. {end}")
}

/// `+0.30 -> -1.20  54 % -> 36 %`; in a solved position `win in 5 -> draw`.
fn worth(verdict: &Verdict) -> String {
    if verdict.solved.is_some() {
        return verdict.change();
    }
    let before = score(verdict.before.value, true);
    let after = score(verdict.after.value, verdict.next == verdict.side);
    let scores = format!("{before} -> {after}");
    format!("{scores:<18}  {:<14}", verdict.change()).trim_end().to_owned()
}

/// A score in few words, for whose move it is or for the other one.
fn score(value: Value, is_own: bool) -> String {
    let sign = if is_own { 1 } else { -1 };
    match value {
        Value::Estimate(score) => format!("{:+.2}", f64::from(score * sign) / 100.0),
        Value::Expected(mean) => format!("{:+.3}", mean * f64::from(sign)),
        Value::Exact { margin: Some(margin), .. } => {
            format!("{:+}", f64::from(margin * sign) / 2.0)
        }
        Value::Exact { result, .. } => match i32::from(result) * sign {
            1.. => "win".to_owned(),
            0 => "draw".to_owned(),
            _ => "loss".to_owned(),
        },
        _ => "?".to_owned(),
    }
}

/// A blunder in red, a mistake in yellow, if colors may be used.
fn colored(verdict: &Verdict, text: String, style: Style) -> String {
    let color = match verdict.sign().as_str() {
        "??" => 31,
        "?" => 33,
        "?!" => 36,
        _ => return text,
    };
    if style.color { format!("\u{1b}[{color}m{text}\u{1b}[0m") } else { text }
}

/// `White  accuracy 93.1 %, 1 ?!, 0 ?, 1 ??; worst 23 Nxe5??`.
fn side(name: &str, summary: &Summary, found: &Analysis, notation: Notation) -> String {
    let Some(accuracy) = summary.accuracy else { return format!("{name}: no move was judged") };
    let Summary { dubious, mistakes, blunders, .. } = summary;
    let worst = summary.worst.iter().filter_map(|ply| found.verdicts().find(|v| v.ply == *ply));
    let worst: Vec<_> = worst
        .map(|v| format!("{} {}{}", v.ply, notation.of(&v.text, &v.label), v.sign()))
        .collect();
    let worst =
        if worst.is_empty() { String::new() } else { format!("; worst {}", worst.join(", ")) };
    format!("{name}: accuracy {accuracy:.1} %, {dubious} ?!, {mistakes} ?, {blunders} ??{worst}")
}
