//! The curves of what the first side could expect, as a picture.

use std::fmt::Write;

use games::analysis::Analysis;
use games_core::game_tree::Glyph;

use crate::cli::Theme;

/// The size of a curve, and what is left free around it, in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 24.0;

/// Curves one below the other.
pub(super) struct Curves {
    theme: Theme,
    panels: Vec<String>,
}

impl Curves {
    pub(super) const fn new(theme: Theme) -> Self {
        Self { theme, panels: Vec::new() }
    }

    /// Adds the curve of a game.
    pub(super) fn add(&mut self, title: &str, first_side: &str, found: &Analysis) {
        let mut out = String::new();
        let plies = found.curve.len().saturating_sub(1).max(1) as f64;
        let x = |i: usize| LEFT + WIDTH * i as f64 / plies;
        let y = |expected: f64| TOP + HEIGHT * (1.0 - expected);
        let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);
        let (title, first_side) = (escape(title), escape(first_side));
        // Writing to a string does not fail.
        let _ = write!(
            out,
            "<text x=\"{LEFT}\" y=\"20\" class=\"title\">{title}</text>\
             <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" class=\"frame\"/>\
             <line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{0}\" y2=\"{0}\" class=\"half\"/>\
             <text x=\"{right}\" y=\"20\" text-anchor=\"end\">{first_side} wins, percent</text>",
            y(0.5)
        );
        for percent in [0, 50, 100] {
            let (at, x) = (y(f64::from(percent) / 100.0) + 4.0, LEFT - 6.0);
            let _ = write!(out, "<text x=\"{x}\" y=\"{at}\" text-anchor=\"end\">{percent}</text>");
        }
        let (first, last) = (found.first_ply, found.first_ply + found.curve.len() - 1);
        let y_text = bottom + 16.0;
        let _ = write!(
            out,
            "<text x=\"{LEFT}\" y=\"{y_text}\">ply {first}</text>\
             <text x=\"{right}\" y=\"{y_text}\" text-anchor=\"end\">{last}</text>"
        );
        for part in parts(&found.curve) {
            let points = part.iter().map(|&(i, at)| format!("{:.1},{:.1}", x(i), y(at)));
            let points = points.collect::<Vec<_>>().join(" ");
            let _ = write!(out, "<polyline points=\"{points}\" class=\"curve\"/>");
        }
        for verdict in found.verdicts() {
            let class = match verdict.loss.glyph() {
                Some(Glyph::BLUNDER) => "blunder",
                Some(Glyph::MISTAKE) => "mistake",
                Some(_) => "dubious",
                None => continue,
            };
            let i = verdict.ply - found.first_ply;
            let Some(Some(at)) = found.curve.get(i) else { continue };
            let (ply, label, sign) = (verdict.ply, escape(&verdict.label), verdict.sign());
            let _ = write!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" class=\"{class}\">\
                 <title>{ply} {label}{sign}: {}</title></circle>",
                x(i),
                y(*at),
                escape(&verdict.change())
            );
        }
        self.panels.push(out);
    }

    /// Returns the picture.
    pub(super) fn svg(&self) -> String {
        let panel = TOP + HEIGHT + BOTTOM;
        let (width, height) = (LEFT + WIDTH + 12.0, panel * self.panels.len().max(1) as f64);
        let style = style(self.theme);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\"><title>Winning chances</title>\
             <style>{style}</style><rect width=\"{width}\" height=\"{height}\" class=\"page\"/>\n"
        );
        for (i, panel_svg) in self.panels.iter().enumerate() {
            let down = panel * i as f64;
            let _ = writeln!(out, "<g transform=\"translate(0 {down})\">{panel_svg}</g>");
        }
        out.push_str("</svg>\n");
        out
    }
}

/// The stretches of a curve between its gaps.
fn parts(curve: &[Option<f64>]) -> Vec<Vec<(usize, f64)>> {
    let mut parts = vec![Vec::new()];
    for (i, at) in curve.iter().enumerate() {
        match (at, parts.last_mut()) {
            (Some(at), Some(part)) => part.push((i, *at)),
            _ => parts.push(Vec::new()),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn style(theme: Theme) -> String {
    const SHAPES: &str = "text{font:12px sans-serif}.title{font-weight:bold}\
        .curve{fill:none;stroke-width:2}.half{stroke-dasharray:4 4}.frame{fill:none}";
    const LIGHT: &str = ".page{fill:#fff}text{fill:#222}.frame,.half{stroke:#999}\
        .curve{stroke:#2364aa}.dubious{fill:#7a9e00}.mistake{fill:#d98200}.blunder{fill:#c81d25}";
    const DARK: &str = ".page{fill:#1b1d20}text{fill:#ddd}.frame,.half{stroke:#777}\
        .curve{stroke:#7fb2ff}.dubious{fill:#b5d334}.mistake{fill:#ffb347}.blunder{fill:#ff6b6b}";
    const PRINT: &str = ".page{fill:#fff}text{fill:#000}.frame,.half{stroke:#777}\
        .curve{stroke:#000}.dubious{fill:#bbb}.mistake{fill:#777}.blunder{fill:#000}";
    match theme {
        Theme::Print => format!("{SHAPES}{PRINT}"),
        Theme::Light => format!("{SHAPES}{LIGHT}"),
        Theme::Dark => format!("{SHAPES}{DARK}"),
        Theme::Auto => {
            format!("{SHAPES}{LIGHT}@media (prefers-color-scheme:dark){{{DARK}}}")
        }
    }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_gaps_where_nothing_is_known() {
        let curve = [None, Some(0.5), Some(0.25), None, Some(1.0)];
        assert_eq!(parts(&curve), [vec![(1, 0.5), (2, 0.25)], vec![(4, 1.0)]]);
        assert!(parts(&[None]).is_empty());
    }

    #[test]
    fn strangers_texts_stay_texts() {
        assert_eq!(escape("<a b=\"c\">&\n"), "&lt;a b=&quot;c&quot;&gt;&amp; ");
    }
}
