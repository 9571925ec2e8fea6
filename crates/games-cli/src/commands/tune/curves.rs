//! The course of each constant, as a picture: how far it is from where it began, in percent of its
//! range.

use std::fmt::Write;

use games::tune::Tuning;

use super::shift;

/// The size of the curves, and what is left free around them, in pixels.
const WIDTH: f64 = 720.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 26.0;
/// Names stand at the right, one below the other.
const NAMES: f64 = 200.0;
const LINE: f64 = 15.0;
const LEAST_HEIGHT: f64 = 240.0;

/// More points than this nobody sees.
const POINTS: usize = 360;

/// A constant: its name, where it stands after some of the pairs, and its color.
struct Curve {
    name: String,
    shifts: Vec<f64>,
    hue: usize,
}

/// Returns the picture.
pub(super) fn svg(tuning: &Tuning) -> String {
    let done = tuning.done() as usize;
    let every = done.div_ceil(POINTS).max(1);
    // The beginning, points between, and the end.
    let mut pairs: Vec<_> = (0..done).step_by(every).collect();
    pairs.push(done);
    let parameters = &tuning.recipe().parameters;
    let mut curves = Vec::new();
    for (i, parameter) in parameters.iter().enumerate() {
        let value = |&pair: &usize| match pair.checked_sub(1) {
            Some(before) => tuning.course()[before][i],
            None => parameter.start.into(),
        };
        let shifts = pairs.iter().map(|pair| shift(parameter, value(pair))).collect();
        let value = tuning.tuned()[i];
        let name = format!("{} {} \u{2192} {value}", parameter.name, parameter.start);
        curves.push(Curve { name, shifts, hue: 360 * i / parameters.len() });
    }
    // Names come in the order in which curves end.
    curves
        .sort_by(|a, b| b.shifts.last().unwrap_or(&0.0).total_cmp(a.shifts.last().unwrap_or(&0.0)));
    picture(&curves, &pairs, tuning.recipe().iterations as f64)
}

fn picture(curves: &[Curve], pairs: &[usize], all: f64) -> String {
    let height = (LINE * curves.len() as f64).max(LEAST_HEIGHT);
    let farthest = curves
        .iter()
        .flat_map(|curve| &curve.shifts)
        .fold(0.0, |most: f64, shift| most.max(shift.abs()));
    let scale = scale(farthest);
    let x = |pair: usize| LEFT + WIDTH * pair as f64 / all;
    let y = |shift: f64| TOP + height * (0.5 - shift / scale / 2.0);
    let (right, bottom) = (LEFT + WIDTH, TOP + height);
    let (full, tall) = (right + NAMES, bottom + BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full} {tall}\" width=\"{full}\" \
         height=\"{tall}\" role=\"img\"><title>Constants in the course of a tuning</title>\
         <style>{STYLE}</style><rect width=\"{full}\" height=\"{tall}\" class=\"page\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" class=\"title\">from where each began, in percent of its range</text>\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{height}\" class=\"frame\"/>\
         <line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{0}\" y2=\"{0}\" class=\"start\"/>\n",
        y(0.0)
    );
    // Writing to a string does not fail.
    for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let (percent, at) = (100.0 * scale * part, y(scale * part) + 4.0);
        let x = LEFT - 6.0;
        let _ = write!(out, "<text x=\"{x}\" y=\"{at}\" text-anchor=\"end\">{percent:+}</text>");
    }
    let y_text = bottom + 18.0;
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{y_text}\">0 pairs of games</text>\
         <text x=\"{right}\" y=\"{y_text}\" text-anchor=\"end\">{all}</text>"
    );
    let last = x(*pairs.last().unwrap_or(&0));
    for (i, Curve { name, shifts, hue }) in curves.iter().enumerate() {
        let points =
            pairs.iter().zip(shifts).map(|(&pair, &at)| format!("{:.1},{:.1}", x(pair), y(at)));
        let points = points.collect::<Vec<_>>().join(" ");
        let end = y(*shifts.last().unwrap_or(&0.0));
        let (at, label) = (TOP + LINE * (i as f64 + 0.8), right + 24.0);
        let _ = writeln!(
            out,
            "<g style=\"--h:{hue}\"><polyline points=\"{points}\"/>\
             <path d=\"M{last:.1} {end:.1}L{} {:.1}\" class=\"lead\"/>\
             <text x=\"{label}\" y=\"{at:.1}\" class=\"name\">{name}</text></g>",
            label - 4.0,
            at - 4.0
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The shift at the edge of the picture: a round one that has room for this.
fn scale(farthest: f64) -> f64 {
    [0.02, 0.04, 0.1, 0.2, 0.4].into_iter().find(|&edge| farthest <= edge).unwrap_or(1.0)
}

const STYLE: &str = "text{font:12px sans-serif;fill:#222}.title{font-weight:bold}.page{fill:#fff}\
    .frame,polyline,path{fill:none}.frame,.start{stroke:#999}.start{stroke-dasharray:4 4}\
    polyline{stroke:hsl(var(--h) 65% 40%);stroke-width:1.5}\
    .lead{stroke:hsl(var(--h) 65% 40%);stroke-dasharray:1 3}.name{fill:hsl(var(--h) 65% 30%)}\
    @media (prefers-color-scheme:dark){text{fill:#ddd}.page{fill:#1b1d20}.frame,.start{stroke:#777}\
    polyline,.lead{stroke:hsl(var(--h) 70% 65%)}.name{fill:hsl(var(--h) 70% 75%)}}";

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use games::tune::{Parameter, Recipe, Trial};

    use super::*;

    #[test]
    fn the_picture_has_a_curve_and_a_name_for_each_constant() {
        let parameter = |name, start| Parameter { name, start, least: 0, most: 100 };
        let recipe = Recipe::new(vec![parameter("up", 20), parameter("down", 80)], 2000, 1);
        let mut tuning = Tuning::new(recipe);
        let empty = svg(&tuning);
        assert_eq!(empty.matches("<polyline").count(), 2);
        let judge = |trial: &Trial, _: &AtomicBool| {
            let better = |values: &[i32]| values[0] - values[1];
            Ok(Some(if better(&trial.plus) > better(&trial.minus) { 4 } else { 1 }))
        };
        tuning.run(1, &judge, &mut |_| {}, &AtomicBool::new(false)).unwrap();
        let svg = svg(&tuning);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        let (up, down) =
            (svg.find(">up 20 \u{2192} ").unwrap(), svg.find(">down 80 \u{2192} ").unwrap());
        assert!(up < down, "names come as curves end");
        let points = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!((POINTS / 2..=POINTS + 2).contains(&points.split(' ').count()));
        assert!(!svg.contains("NaN"));
    }
}
