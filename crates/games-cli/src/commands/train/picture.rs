//! A training as a picture: how far each generation is off, and what it is worth in equal time.

use std::fmt::Write;

use super::steps::{Gain, Step};

/// The size of a chart, and what is left free around it, in pixels.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 62.0;
const TOP: f64 = 34.0;
const BELOW: f64 = 54.0;
const RIGHT: f64 = 150.0;

/// Points with their 95 % intervals, in the order of generations; a generation may have none.
struct Curve {
    name: &'static str,
    hue: u32,
    points: Vec<Option<(f64, f64)>>,
}

/// Returns the picture; `unit` says in what errors are told.
pub(super) fn svg(steps: &[Step], unit: &str) -> String {
    let loss = |name, hue, of: fn(&Step) -> f64| {
        let points = steps.iter().map(|step| Some((of(step), 0.0))).collect();
        Curve { name, hue, points }
    };
    let losses = [
        loss("in games learnt from", 210, |step| step.seen),
        loss("in others", 20, |step| step.unseen),
    ];
    let elo = strengths(steps);
    let has_elo = elo.points.iter().any(Option::is_some);
    let charts = 1.0 + f64::from(u8::from(has_elo));
    let (full, tall) = (LEFT + WIDTH + RIGHT, charts * (TOP + HEIGHT + BELOW));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full} {tall}\" width=\"{full}\" \
         height=\"{tall}\" role=\"img\"><title>The generations of a training</title>\
         <style>{STYLE}</style><rect width=\"{full}\" height=\"{tall}\" class=\"page\"/>\n"
    );
    out += &chart(&format!("error, in {unit}"), steps, &losses, 0.0);
    if has_elo {
        let title = "Elo above the game's own, in equal time";
        out += &chart(title, steps, &[elo], TOP + HEIGHT + BELOW);
    }
    out.push_str("</svg>\n");
    out
}

/// What each generation is worth beside the game's own estimate: gains of those that were taken add
/// up. Its interval is that of its own match.
fn strengths(steps: &[Step]) -> Curve {
    let mut base = Some(0.0);
    let mut points = Vec::new();
    for step in steps {
        let gain = step.gain.filter(|_| base.is_some());
        let told = gain.and_then(|gain| gain.elo);
        points.push(told.and_then(|(elo, error)| Some((base? + elo, error))));
        // What a match does not tell leaves open where later ones begin.
        match step.gain {
            Some(gain) if gain.taken => base = points.last().copied().flatten().map(|p| p.0),
            Some(_) => {}
            None => base = None,
        }
    }
    Curve { name: "", hue: 140, points }
}

fn chart(title: &str, steps: &[Step], curves: &[Curve], above: f64) -> String {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().flatten());
    // Errors hardly differ, and strengths do from the game's own.
    let (low, high) = if curves.len() > 1 { (f64::MAX, f64::MIN) } else { (0.0, 0.0) };
    let least = points().map(|p| p.0 - p.1).fold(low, f64::min);
    let most = points().map(|p| p.0 + p.1).fold(high, f64::max);
    let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
    let step = round_step(most - least);
    let least = (least / step).floor() * step;
    let most = ((most / step).ceil() * step).max(least + step);
    let top = above + TOP;
    let (right, bottom) = (LEFT + WIDTH, top + HEIGHT);
    let x = |i: usize| LEFT + WIDTH * (i as f64 + 0.5) / steps.len().max(1) as f64;
    let y = |value: f64| bottom - HEIGHT * (value - least) / (most - least);
    let mut out = format!(
        "<text x=\"{LEFT}\" y=\"{}\" class=\"title\">{title}</text>\
         <rect x=\"{LEFT}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" class=\"frame\"/>\n",
        top - 12.0
    );
    // Writing to a string does not fail.
    let lines = ((most - least) / step).round() as u32;
    for i in 0..=lines {
        let value = least + f64::from(i) * step;
        let (at, x) = (y(value), LEFT - 6.0);
        let class = if value.abs() < step / 2.0 { "zero" } else { "grid" };
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\" class=\"{class}\"/>\
             <text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            shown(value, step)
        );
    }
    for (i, step) in steps.iter().enumerate() {
        for (line, text) in labels(step).into_iter().flatten().enumerate() {
            let (x, y) = (x(i), bottom + 16.0 + 15.0 * line as f64);
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>"
            );
        }
    }
    for Curve { name, hue, points } in curves {
        out += &curve(name, *hue, points, &x, &y);
    }
    out
}

/// What stands below a generation: its number, its games, and its match.
fn labels(step: &Step) -> [Option<String>; 3] {
    let Step { generation, games, gain, .. } = step;
    let told = gain.map(|Gain { won, drawn, lost, taken, .. }| {
        let left = if taken { "" } else { ", left out" };
        format!("+{won} ={drawn} -{lost}{left}")
    });
    [Some(format!("generation {generation}")), Some(format!("{games} games")), told]
}

fn curve(
    name: &str,
    hue: u32,
    points: &[Option<(f64, f64)>],
    x: &dyn Fn(usize) -> f64,
    y: &dyn Fn(f64) -> f64,
) -> String {
    let known = || points.iter().enumerate().filter_map(|(i, point)| Some((i, (*point)?)));
    let line: Vec<_> =
        known().map(|(i, (value, _))| format!("{:.1},{:.1}", x(i), y(value))).collect();
    let mut out = format!("<g style=\"--h:{hue}\"><polyline points=\"{}\"/>", line.join(" "));
    for (i, (value, error)) in known() {
        let (x, [low, at, high]) = (x(i), [value - error, value, value + error].map(y));
        if error > 0.0 {
            let _ = write!(
                out,
                "<path d=\"M{x:.1} {low:.1}V{high:.1}M{0:.1} {low:.1}H{1:.1}M{0:.1} {high:.1}H{1:.1}\"/>",
                x - 5.0,
                x + 5.0
            );
        }
        let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{at:.1}\" r=\"3.5\"/>");
        if error > 0.0 {
            let (x, at) = (x + 9.0, at - 7.0);
            let _ =
                write!(out, "<text x=\"{x:.1}\" y=\"{at:.1}\" class=\"name\">{value:+.0}</text>");
        }
    }
    if let Some((_, (value, _))) = known().next_back() {
        // Names of two curves that end together stand on either side of them.
        let (x, y) = (LEFT + WIDTH + 8.0, y(value) + if hue < 180 { -4.0 } else { 12.0 });
        let _ = write!(out, "<text x=\"{x}\" y=\"{y:.1}\" class=\"name\">{name}</text>");
    }
    out.push_str("</g>\n");
    out
}

/// The distance of lines across a chart: a round number, at most five of which make its height.
fn round_step(height: f64) -> f64 {
    let height = if height > 0.0 { height } else { 1.0 };
    let power = 10f64.powf((height / 5.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|n| n * power);
    steps.into_iter().find(|step| height / step <= 5.0).unwrap_or(height)
}

/// A number at such a line.
fn shown(value: f64, step: f64) -> String {
    let digits = (-step.log10().floor()).max(0.0) as usize;
    // Not -0.
    format!("{:.digits$}", if value.abs() < step / 2.0 { 0.0 } else { value })
}

const STYLE: &str = "text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.page{fill:#fff}\
    .frame,polyline,path{fill:none}.frame,.zero{stroke:#999}.grid{stroke:#e4e4e4}\
    polyline,path{stroke:hsl(var(--h) 65% 40%);stroke-width:1.5}\
    circle{fill:hsl(var(--h) 65% 40%)}.name{fill:hsl(var(--h) 65% 30%)}\
    @media (prefers-color-scheme:dark){text{fill:#ddd}.page{fill:#1b1d20}.frame,.zero{stroke:#777}\
    .grid{stroke:#33363b}polyline,path{stroke:hsl(var(--h) 70% 65%)}\
    circle{fill:hsl(var(--h) 70% 65%)}.name{fill:hsl(var(--h) 70% 75%)}}";

#[cfg(test)]
mod tests {
    use super::*;

    fn step(generation: usize, elo: Option<(f64, f64)>, taken: bool) -> Step {
        let gain = Gain { won: 9, drawn: 1, lost: 5, elo, taken };
        let (games, seen, unseen) = (1000, 0.4 / generation as f64, 0.5);
        Step { generation, games, seen, unseen, gain: Some(gain) }
    }

    #[test]
    fn gains_of_generations_that_were_taken_add_up() {
        let steps = [(30.0, true), (12.0, true), (-5.0, false), (4.0, true)]
            .map(|(elo, taken)| (elo, taken));
        let steps: Vec<_> =
            (1..).zip(steps).map(|(n, (elo, taken))| step(n, Some((elo, 7.0)), taken)).collect();
        let told = strengths(&steps).points;
        assert_eq!(told, [30.0, 42.0, 37.0, 46.0].map(|elo| Some((elo, 7.0))));
        // A match that one side won throughout tells no number, nor where later ones begin.
        let told = strengths(&[step(1, None, true), step(2, Some((10.0, 5.0)), true)]).points;
        assert_eq!(told, [None, None]);
    }

    #[test]
    fn the_picture_has_errors_and_strengths() {
        let svg = |steps: &[Step]| {
            let svg = super::svg(steps, "points");
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            svg
        };
        let both = svg(&[step(1, Some((30.0, 9.0)), true), step(2, Some((-300.0, 90.0)), false)]);
        assert_eq!(both.matches("<polyline").count(), 3);
        assert_eq!(both.matches("<circle").count(), 6);
        assert!(both.contains("error, in points") && both.contains(">+30<"), "{both}");
        assert!(both.contains(">generation 2<") && both.contains(">1000 games<"));
        assert!(both.contains(">+9 =1 -5<") && both.contains(">+9 =1 -5, left out<"));
        // No match was played.
        let alone = svg(&[Step { gain: None, ..step(1, None, true) }]);
        assert_eq!(alone.matches("<polyline").count(), 2);
        assert!(!alone.contains("Elo"));
        assert_eq!(svg(&[]).matches("<circle").count(), 0);
    }

    #[test]
    fn lines_across_are_round_numbers() {
        assert_eq!([1.0, 0.43, 18.0, 26.0, 400.0].map(round_step), [0.2, 0.1, 5.0, 10.0, 100.0]);
        assert_eq!(
            [(0.2, 0.1), (-0.0, 5.0), (-150.0, 50.0)].map(|(v, s)| shown(v, s)),
            ["0.2", "0", "-150"]
        );
    }
}
