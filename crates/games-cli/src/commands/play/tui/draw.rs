//! Draws the table.

use std::time::Duration;

use games_core::Side;
use ratatui::{
    Frame,
    layout::Rect,
    style::{Color, Modifier, Style},
    text::Line,
    widgets::{Paragraph, Wrap},
};

use super::{curve, panes::Panes, picture::Picture, table::Table};
use crate::words;

/// Where a cell is that the keys are about to pick: white on a blue that no board has.
const fn cursor(colors: bool) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if !colors {
        return bold.add_modifier(Modifier::REVERSED);
    }
    bold.bg(Color::Indexed(25)).fg(Color::Indexed(231))
}

/// What was picked.
const fn picked(colors: bool) -> Style {
    if !colors {
        return Style::new().add_modifier(Modifier::UNDERLINED);
    }
    Style::new().bg(Color::Indexed(61))
}

const FAINT: Style = Style::new().add_modifier(Modifier::DIM);

/// What is shown besides the table itself.
pub(super) struct Talk<'a> {
    /// What the engine that thinks has found.
    pub(super) thinking: Option<String>,
    /// How long the side to move has had its turn.
    pub(super) running: Duration,
    /// How the game ended.
    pub(super) result: Option<&'a str>,
}

/// Divides the screen for the board as it is.
pub(super) fn panes(table: &Table, screen: Rect) -> (Panes, Picture) {
    let picture = table.picture(screen.width);
    (Panes::new(screen, (picture.width(), picture.height())), picture)
}

pub(super) fn all(table: &Table, talk: &Talk<'_>, frame: &mut Frame<'_>) {
    let (panes, picture) = panes(table, frame.area());
    board(table, &picture, panes.board, frame);
    players(table, talk, panes.players, frame);
    moves(table, panes.moves, frame);
    chances(table, panes.curve, frame);
    notes(table, panes.notes, frame);
    prompt(table, talk, panes.prompt, frame);
}

/// The columns and rows of a board that are left out at the left and above, so that the cursor can
/// be seen where not all has room.
pub(super) fn scrolled(table: &Table, pane: Rect, picture: &Picture) -> (u16, u16) {
    let Some(cell) = picture.cells.get(table.turned(table.cursor)) else { return (0, 0) };
    let spare = |size: u16, room: u16| size.saturating_sub(room);
    let left = (cell.right() + 2).saturating_sub(pane.width);
    let above = (cell.bottom() + 1).saturating_sub(pane.height);
    (left.min(spare(picture.width(), pane.width)), above.min(spare(picture.height(), pane.height)))
}

fn board(table: &Table, picture: &Picture, pane: Rect, frame: &mut Frame<'_>) {
    let (left, above) = scrolled(table, pane, picture);
    let lines = Paragraph::new(picture.lines.clone()).scroll((above, left));
    frame.render_widget(lines, pane);
    let place = |cell: usize| {
        let at = picture.cells.get(table.turned(cell))?;
        let (x, y) = (at.x.checked_sub(left)?, at.y.checked_sub(above)?);
        Some(Rect { x: pane.x + x, y: pane.y + y, ..*at }.intersection(pane))
    };
    for cell in table.picked.iter().filter_map(|&cell| place(cell)) {
        frame.buffer_mut().set_style(cell, picked(table.colors));
    }
    if let Some(cell) = place(table.cursor).filter(|_| table.is_open) {
        frame.buffer_mut().set_style(cell, cursor(table.colors));
    }
}

fn players(table: &Table, talk: &Talk<'_>, pane: Rect, frame: &mut Frame<'_>) {
    let lines = [Side::First, Side::Second].map(|side| {
        let is_next = talk.result.is_none() && table.session.to_move() == side;
        let sign = if is_next { '>' } else { ' ' };
        let running = if is_next { talk.running } else { Duration::ZERO };
        let clock = clock(table, side, running);
        let name = table.session.side_name(side);
        let who = &table.seats.names[side.index()];
        let line = Line::from(format!("{sign} {clock}  {name}: {who}"));
        if is_next { line.style(Modifier::BOLD) } else { line }
    });
    frame.render_widget(Paragraph::new(lines.to_vec()), pane);
}

/// The time that a side has left, or has taken where it has no clock.
fn clock(table: &Table, side: Side, running: Duration) -> String {
    let time = match table.clocks.of(side) {
        Some(clock) => clock.left().saturating_sub(running),
        None => table.times[side.index()] + running,
    };
    let seconds = time.as_secs();
    match table.clocks.of(side) {
        Some(_) if seconds < 20 => format!("{:>5.1}", time.as_secs_f64()),
        _ => format!("{:>2}:{:02}", seconds / 60, seconds % 60),
    }
}

/// The moves by pairs, the last ones if not all find room.
fn moves(table: &Table, pane: Rect, frame: &mut Frame<'_>) {
    let played = match table.seats.notation.is_text() {
        true => table.session.played(),
        false => table.session.played_labels(),
    };
    let widest = played.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let first = table.session.start_ply() as usize;
    let mut lines = Vec::new();
    for pair in played.chunks(2).zip((first / 2 + 1)..) {
        let (moves, number) = pair;
        let moves: Vec<_> = moves.iter().map(|label| format!("{label:<widest$}")).collect();
        lines.push(Line::from(format!("{number:>3}. {}", moves.join(" "))));
    }
    let hidden = lines.len().saturating_sub(usize::from(pane.height));
    frame.render_widget(Paragraph::new(lines.split_off(hidden)), pane);
}

fn chances(table: &Table, pane: Rect, frame: &mut Frame<'_>) {
    let Some(rows) = pane.height.checked_sub(1).filter(|rows| *rows > 0) else { return };
    let known = table.chances.iter().rev().find_map(|chance| *chance);
    let side = table.session.side_name(Side::First);
    let heading = match known {
        Some(chance) => format!("chances of {side}: {:.0} %", 100.0 * chance),
        None => format!("chances of {side}"),
    };
    let mut lines = vec![Line::from(heading)];
    if known.is_some() {
        let drawn = curve::lines(&table.chances, usize::from(pane.width), usize::from(rows));
        lines.extend(drawn.into_iter().map(|row| Line::from(row).style(FAINT)));
    }
    frame.render_widget(Paragraph::new(lines), pane);
}

/// What may be chosen, a line each as clicks expect them, and what was said.
fn notes(table: &Table, pane: Rect, frame: &mut Frame<'_>) {
    let mut lines: Vec<_> = Vec::new();
    for (number, choice) in table.choices().into_iter().enumerate() {
        let label = table.label(choice);
        lines.push(match table.picked.is_empty() {
            true => Line::from(format!("> {label}")),
            false => Line::from(format!("{} {label}", number + 1)),
        });
    }
    lines.truncate(usize::from(pane.height));
    lines.extend(table.note.lines().map(Line::from));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), pane);
}

fn prompt(table: &Table, talk: &Talk<'_>, pane: Rect, frame: &mut Frame<'_>) {
    let text = match (talk.result, &talk.thinking) {
        (Some(result), _) => format!("{result}. Any key leaves."),
        (None, Some(found)) if table.typed.is_empty() => {
            format!("{} thinks: {found}", words::side(&*table.session, table.session.to_move()))
        }
        _ => format!("{}: {}_", table.standing(), table.typed),
    };
    // What is typed last has to be seen.
    let width = usize::from(pane.width);
    let letters: Vec<_> = text.chars().collect();
    let hidden = if table.typed.is_empty() { 0 } else { letters.len().saturating_sub(width) };
    let shown: String = letters[hidden..].iter().collect();
    frame.render_widget(Paragraph::new(shown).style(Modifier::BOLD), pane);
}
