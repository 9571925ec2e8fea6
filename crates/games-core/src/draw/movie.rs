//! A game as one animated SVG file, which plays wherever an image may stand.

use core::fmt::Write;

use super::{
    style::{Theme, style},
    svg::{Element, Frame},
};
use crate::{Board, View};

/// How many frames' time the last one stays.
const HOLD: usize = 4;

/// Returns the positions of a game as an SVG document that shows them in turn and begins anew.
///
/// Each frame is shown for `seconds_per_frame`, the last one for four times as long. What does not
/// change between frames is written once, so the size grows with the number of changes. The
/// animation is made by CSS; readers who ask for reduced motion, and programs that know no CSS
/// animation, see the last frame.
///
/// ```
/// use games_core::{Describe, Record, draw::{self, Theme}, toy::TicTacToe};
///
/// let mut record = Record::new(TicTacToe);
/// record.play_line("b2 a1 c1 a3 a2").unwrap();
/// let mut frames = vec![TicTacToe.view(record.start(), None)];
/// while let Some(last) = record.last_move() {
///     frames.insert(1, TicTacToe.view(record.state(), Some(last)));
///     record.undo();
/// }
/// let movie = draw::svg_movie(&TicTacToe.board(), &frames, 0.8, "tic-tac-toe", Theme::Auto);
/// assert!(movie.contains("@keyframes"));
/// ```
#[must_use]
pub fn svg_movie(
    board: &Board,
    views: &[View],
    seconds_per_frame: f64,
    title: &str,
    theme: Theme,
) -> String {
    let has_counters = views.iter().any(|view| !view.counters.is_empty());
    let frame = Frame::new(board, has_counters);
    let mut shown: Vec<(Element, Vec<bool>)> = Vec::new();
    for (i, view) in views.iter().enumerate() {
        for element in frame.elements(view) {
            let place = match shown.binary_search_by(|(other, _)| other.cmp(&element)) {
                Ok(place) => place,
                Err(place) => {
                    shown.insert(place, (element, vec![false; views.len()]));
                    place
                }
            };
            shown[place].1[i] = true;
        }
    }
    // Elements that come and go together share one animation.
    let mut rhythms: Vec<&[bool]> = shown.iter().map(|(_, rhythm)| &rhythm[..]).collect();
    rhythms.sort_unstable();
    rhythms.dedup();
    let duration = seconds_per_frame.max(0.01) * (views.len() + HOLD - 1) as f64;
    let mut style = style(theme);
    for (n, rhythm) in rhythms.iter().enumerate() {
        write_rhythm(&mut style, n, rhythm, duration);
    }
    style.push_str("@media (prefers-reduced-motion:reduce){*{animation:none!important}}");

    let elements: Vec<_> = shown.iter().map(|(element, _)| element.clone()).collect();
    let mut out = frame.head(title, &style, &elements);
    let mut open = None;
    for (element, rhythm) in &shown {
        let n = rhythms.partition_point(|other| *other < &rhythm[..]);
        if open != Some(n) {
            out.push_str(if open.is_some() { "</g>" } else { "" });
            let _ = write!(out, "<g class=\"m{n}\">");
            open = Some(n);
        }
        out.push_str(&element.svg);
    }
    out.push_str(if open.is_some() { "</g>" } else { "" });
    out.push_str("</svg>\n");
    out
}

/// The style of elements that are shown in some frames.
fn write_rhythm(style: &mut String, n: usize, rhythm: &[bool], duration: f64) {
    if rhythm.iter().all(|&is_shown| is_shown) {
        return;
    }
    let is_last = rhythm.last() == Some(&true);
    let _ = write!(
        style,
        ".m{n}{{opacity:{};animation:k{n} {duration:.2}s step-end infinite}}@keyframes k{n}{{",
        u8::from(is_last)
    );
    let frames = (rhythm.len() + HOLD - 1) as f64;
    for (i, &is_shown) in rhythm.iter().enumerate() {
        if i == 0 || rhythm[i - 1] != is_shown {
            let percent = 100.0 * i as f64 / frames;
            let _ = write!(style, "{percent:.2}%{{opacity:{}}}", u8::from(is_shown));
        }
    }
    // The value at the end is that of the last frame: it would else be the resting one, the same.
    let _ = write!(style, "to{{opacity:{}}}}}", u8::from(is_last));
}
