//! How the cost of a position grows with their number: a table and a picture in `docs/solving.md`.

use anyhow::{Context, Result};
use plotters::prelude::*;

use crate::{commands::strength, games_binary, marks, workspace};

const PAGE: &str = "docs/solving.md";
const PICTURE: &str = "docs/images/solving-scaling.svg";

/// What writes the table, which is how its place on the page is found.
const COMMAND: &str = "solving --scaling";

/// Each start is solved so often; the time in the middle counts.
const TIMES: usize = 5;

struct Series {
    name: &'static str,
    game: &'static str,
    rules: &'static [&'static str],
}

/// Boards of a series have as many symmetries, so that positions and keys keep their ratio.
const SERIES: [Series; 3] = [
    Series {
        name: "dense ranks (Knight's Dance)",
        game: "knights-dance",
        rules: &["rows=32,cols=32", "rows=45,cols=45", "rows=64,cols=64", "rows=100,cols=100"],
    },
    Series {
        name: "hashing (Tomorrow's Tic-Tac-Toe)",
        game: "tictactoe",
        rules: &["rows=3,cols=5", "rows=2,cols=8", "rows=3,cols=6"],
    },
    Series { name: "hashing (Konane)", game: "konane", rules: &["rows=5,cols=5", "rows=5,cols=6"] },
];

/// What one start took.
struct Point {
    rules: &'static str,
    positions: u64,
    seconds: f64,
    bytes: f64,
}

impl Point {
    fn nanoseconds(&self) -> f64 {
        self.seconds * 1e9 / self.positions as f64
    }
}

pub(super) fn run() -> Result<bool> {
    let mut measured = Vec::new();
    for series in &SERIES {
        let points: Result<Vec<_>> =
            series.rules.iter().map(|rules| measure(series.game, rules)).collect();
        measured.push((series, points?));
    }
    marks::write(PAGE, COMMAND, &table(&measured))?;
    draw(&measured).with_context(|| format!("drawing {PICTURE}"))?;
    Ok(true)
}

fn measure(game: &str, rules: &'static str) -> Result<Point> {
    let mut points = Vec::new();
    for _ in 0..TIMES {
        let json = games_binary::json(&["solve", game, "--rules", rules])?;
        let number = |key: &str| {
            json[key].as_f64().with_context(|| format!("games solve: no field `{key}`"))
        };
        let positions = number("reachable")? as u64;
        let (seconds, bytes) = (number("seconds")?, number("bytes_per_position")?);
        points.push(Point { rules, positions, seconds, bytes });
    }
    points.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let point = points.swap_remove(TIMES / 2);
    println!("{game} {rules}: {:.1} ns a position", point.nanoseconds());
    Ok(point)
}

fn table(measured: &[(&Series, Vec<Point>)]) -> String {
    let mut out = format!(
        "{}, {}, one thread, the middle one of {TIMES} runs:\n\n\
         | command | positions | ns a position | bytes a position |\n| --- | --- | --- | --- |\n",
        strength::today(),
        strength::processor(),
    );
    for (series, points) in measured {
        for point in points {
            out += &format!(
                "| `games solve {} --rules {}` | {} | {:.1} | {:.1} |\n",
                series.game,
                point.rules,
                crate::commands::perft::thousands(point.positions),
                point.nanoseconds(),
                point.bytes,
            );
        }
    }
    out
}

/// Draws nanoseconds a position over the number of positions, both on logarithmic axes.
fn draw(measured: &[(&Series, Vec<Point>)]) -> Result<()> {
    let path = workspace::root().join(PICTURE);
    let all = || measured.iter().flat_map(|(_, points)| points);
    let least = all().map(Point::nanoseconds).fold(f64::INFINITY, f64::min);
    let most = all().map(Point::nanoseconds).fold(0.0, f64::max);
    let root = SVGBackend::new(&path, (720, 420)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Cost of a position", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d((8e5..2e8).log_scale(), (least / 2.0..most * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("positions")
        .y_desc("nanoseconds a position")
        .x_label_formatter(&|x| format!("{x:.0e}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    for ((series, points), color) in measured.iter().zip([BLUE, RED, MAGENTA]) {
        let line: Vec<_> = points.iter().map(|p| (p.positions as f64, p.nanoseconds())).collect();
        chart
            .draw_series(LineSeries::new(line.clone(), color.stroke_width(2)))?
            .label(series.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
        chart.draw_series(line.iter().map(|&at| Circle::new(at, 4, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_the_table() {
        marks::assert_place(PAGE, COMMAND);
    }
}
