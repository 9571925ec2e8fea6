//! The drawings of pieces, made for this project, each on a field of 100 by 100.
//!
//! Shapes take fill and outline from the element that uses them, so that one drawing serves both
//! sides; details are drawn in `currentColor`, which is the color of the outline.

/// In which colors the two sides of a drawing are told apart. Each differs in fill and outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Palette {
    /// The first side is light: chess men.
    LightFirst,
    /// The first side is dark: discs and stones.
    DarkFirst,
    /// Blue and orange: pieces without a color of their own.
    Colors,
}

impl Palette {
    /// The classes of the two sides' pieces in style sheets.
    pub(super) const fn classes(self) -> [&'static str; 2] {
        match self {
            Self::LightFirst => ["lt", "dk"],
            Self::DarkFirst => ["dk", "lt"],
            Self::Colors => ["bl", "or"],
        }
    }
}

/// A drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// The name by which a [`Piece`](crate::Piece) asks for it.
    pub(super) name: &'static str,
    pub(super) palette: Palette,
    /// SVG elements.
    pub(super) body: &'static str,
}

/// Returns the drawing with a name.
pub(super) fn glyph(name: &str) -> Option<&'static Glyph> {
    GLYPHS.iter().find(|glyph| glyph.name == name)
}

/// Returns the names of all drawings.
#[must_use]
pub fn glyph_names() -> Vec<&'static str> {
    GLYPHS.iter().map(|glyph| glyph.name).collect()
}

/// Returns all drawings as the symbols of one SVG document, each under its name, for pages that
/// take them in with `use`. Fill, outline and `currentColor` come from the page.
#[must_use]
pub fn sprite() -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
    for Glyph { name, body, .. } in GLYPHS {
        let symbol = ["<symbol id=\"", name, "\" viewBox=\"0 0 100 100\">", body, "</symbol>\n"];
        out.extend(symbol);
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the names of all drawings with the classes that color the two sides of each, as in the
/// style sheet of pictures: light `lt`, dark `dk`, blue `bl`, orange `or`.
#[must_use]
pub fn side_classes() -> Vec<(&'static str, [&'static str; 2])> {
    GLYPHS.iter().map(|glyph| (glyph.name, glyph.palette.classes())).collect()
}

const fn light(name: &'static str, body: &'static str) -> Glyph {
    Glyph { name, palette: Palette::LightFirst, body }
}

const fn dark(name: &'static str, body: &'static str) -> Glyph {
    Glyph { name, palette: Palette::DarkFirst, body }
}

const fn colored(name: &'static str, body: &'static str) -> Glyph {
    Glyph { name, palette: Palette::Colors, body }
}

#[rustfmt::skip]
static GLYPHS: &[Glyph] = &[
    dark("disc", concat!(
        r##"<circle cx="50" cy="53" r="42" fill="#000" stroke="none" opacity=".25"/>"##,
        r#"<circle cx="50" cy="50" r="41"/>"#,
        r#"<circle cx="50" cy="50" r="31" fill="none" stroke="currentColor" stroke-width="2" opacity=".35"/>"#,
    )),
    dark("stone", concat!(
        r##"<circle cx="51" cy="53" r="47" fill="#000" stroke="none" opacity=".25"/>"##,
        r#"<circle cx="50" cy="50" r="46"/>"#,
        r##"<ellipse cx="37" cy="31" rx="20" ry="13" transform="rotate(-38 37 31)" fill="#fff" stroke="none" opacity=".2"/>"##,
    )),
    light("king", concat!(
        r#"<path d="M45.5 5h9v7.5H62v9h-7.5V33h-9V21.5H38v-9h7.5z"/>"#,
        r#"<path d="M50 37C45 25 17 25 17 45c0 10 10 15 15 23h36c5-8 15-13 15-23 0-20-28-20-33-8z"/>"#,
        r#"<path d="M50 38v29M26 47c0 6 7 9 11 13M74 47c0 6-7 9-11 13" fill="none" stroke="currentColor" stroke-width="3.5"/>"#,
        r#"<path d="M32 67q18-6 36 0l3 10q-21-5-42 0z"/><path d="M22 92v-6q0-8 8-9 20-4 40 0 8 1 8 9v6z"/>"#,
    )),
    light("queen", concat!(
        r#"<path d="M16 33l14 36h40l14-36-16 18-2-29-11 26-5-30-5 30-11-26-2 29z"/>"#,
        r#"<circle cx="15" cy="28" r="6"/><circle cx="34" cy="17" r="6"/><circle cx="50" cy="12.5" r="6"/><circle cx="66" cy="17" r="6"/><circle cx="85" cy="28" r="6"/>"#,
        r#"<path d="M30 67q20-6 40 0l2 10q-22-5-44 0z"/><path d="M22 92v-6q0-8 8-9 20-4 40 0 8 1 8 9v6z"/>"#,
    )),
    light("rook", concat!(
        r#"<path d="M25 13h12v8h8v-8h10v8h8v-8h12v20l-8 7H33l-8-7z"/><path d="M34 40h32l3 28H31z"/>"#,
        r#"<path d="M26 68h48l3 10H23z"/><path d="M19 92v-7q0-7 7-7h48q7 0 7 7v7z"/>"#,
    )),
    light("bishop", concat!(
        r#"<circle cx="50" cy="13" r="6.5"/><path d="M50 19C36 28 28 38 29 50c0 7 4 11 7 15h28c3-4 7-8 7-15 1-12-7-22-21-31z"/>"#,
        r#"<path d="M50 33v20M40.5 43h19" fill="none" stroke="currentColor" stroke-width="4"/>"#,
        r#"<path d="M35 65q15-5 30 0l3 11q-18-5-36 0z"/><path d="M19 92c0-9 5-15 15-16q16-3 32 0c10 1 15 7 15 16-11 0-20 0-31-3-11 3-20 3-31 3z"/>"#,
    )),
    light("knight", concat!(
        r#"<path d="M31 80c-1-17 19-22 20-36-5 5-11 5-15 9-5 5-8 9-14 8-6-1-9-7-7-12 4-9 10-17 14-24 1-4 4-6 8-8l1-12 10 9c24 1 37 20 37 47 0 7-1 13-3 19z"/>"#,
        r#"<path d="M53 18c15 3 25 17 25 38v13" fill="none" stroke="currentColor" stroke-width="3.5"/>"#,
        r#"<circle cx="37.5" cy="31" r="3.5" fill="currentColor" stroke="none"/><circle cx="21.5" cy="52" r="2.2" fill="currentColor" stroke="none"/>"#,
        r#"<path d="M23 92v-5q0-7 7-7h48q7 0 7 7v5z"/>"#,
    )),
    light("pawn", concat!(
        r#"<path d="M43 46c0 14-9 20-13 33h40c-4-13-13-19-13-33z"/><circle cx="50" cy="28" r="14.5"/>"#,
        r#"<path d="M37 43h26q4 0 4 4t-4 4H37q-4 0-4-4t4-4z"/><path d="M23 92v-5q0-8 8-8h38q8 0 8 8v5z"/>"#,
    )),
    light("box", concat!(
        r#"<path d="M50 12l36 17v42L50 89 14 71V29z"/>"#,
        r#"<path d="M14 29l36 18 36-18M50 47v41M32 20.5l36 18v13" fill="none" stroke="currentColor" stroke-width="4"/>"#,
    )),
    light("egg", concat!(
        r#"<path d="M50 9c19 0 33 31 33 49 0 20-14 33-33 33S17 78 17 58C17 40 31 9 50 9z"/>"#,
        r#"<path d="M19 51l10.5 9L40 50l10 10 10-10 10.5 10L81 51" fill="none" stroke="currentColor" stroke-width="4"/>"#,
        r#"<path d="M34 35q4-11 12-15" fill="none" stroke="currentColor" stroke-width="3.5"/>"#,
    )),
    light("flower", concat!(
        r#"<path d="M46.5 56h7v36h-7z"/><path d="M50 88c-4-14-14-18-27-18 2 12 12 19 27 18zM50 84c4-12 13-16 25-16-2 11-11 17-25 16z"/>"#,
        r#"<circle cx="50" cy="19" r="14"/><circle cx="69" cy="33" r="14"/><circle cx="62" cy="55" r="14"/><circle cx="38" cy="55" r="14"/><circle cx="31" cy="33" r="14"/>"#,
        r#"<circle cx="50" cy="39" r="12" fill="currentColor" stroke="none"/>"#,
    )),
    light("girl", concat!(
        r#"<path d="M41 48h18l22 43H19z"/><path d="M24 26c-9-1-15 5-13 17 8 0 14-4 15-11zM76 26c9-1 15 5 13 17-8 0-14-4-15-11z"/>"#,
        r#"<circle cx="50" cy="29" r="21"/>"#,
        r#"<path d="M29 28c0-28 42-28 42 0-8 0-15-3-19-9-5 6-13 9-23 9z" fill="currentColor" stroke="none"/>"#,
        r#"<circle cx="42" cy="34" r="3" fill="currentColor" stroke="none"/><circle cx="58" cy="34" r="3" fill="currentColor" stroke="none"/><path d="M43 41q7 6 14 0M29 78h42" fill="none" stroke="currentColor" stroke-width="3.5"/>"#,
    )),
    light("kittey", concat!(
        r#"<path d="M19 13l20 17q11-3 22 0l20-17 5 40c1 23-14 37-36 37S13 76 14 53z"/>"#,
        r#"<ellipse cx="35" cy="50" rx="4.5" ry="6" fill="currentColor" stroke="none"/><ellipse cx="65" cy="50" rx="4.5" ry="6" fill="currentColor" stroke="none"/>"#,
        r#"<path d="M44 61h12l-6 7z" fill="currentColor"/><path d="M50 67c0 9-10 10-13 5M50 67c0 9 10 10 13 5M29 64L8 60M29 70L9 75M71 64l21-4M71 70l20 5" fill="none" stroke="currentColor" stroke-width="3.2"/>"#,
    )),
    light("rat", concat!(
        r#"<path d="M24 77C0 76 0 52 13 46 25 41 26 35 15 30l4-7C37 30 35 45 19 52 8 58 10 69 25 69z"/>"#,
        r#"<path d="M20 77c-6-24 14-42 38-37 15 3 23 19 36 29-3 8-10 10-19 11H30c-5 0-8-1-10-3z"/><circle cx="58" cy="38" r="12"/>"#,
        r#"<circle cx="76" cy="60" r="3.5" fill="currentColor" stroke="none"/><circle cx="92" cy="70" r="3.5" fill="currentColor" stroke="none"/>"#,
        r#"<path d="M29 80q2-13 15-14M35 81v6h9M66 81v6h9" fill="none" stroke="currentColor" stroke-width="3.5"/>"#,
    )),
    light("snail", concat!(
        r#"<path d="M72 44l-5-23 6-1 5 22zM81 43l7-22 6 2-6 21z"/><circle cx="70" cy="20" r="4"/><circle cx="91" cy="21" r="4"/>"#,
        r#"<path d="M7 86c8-9 18-11 30-11 22 0 28-4 30-20 0-16 25-18 25-1 0 20-6 32-22 32z"/><circle cx="40" cy="49" r="30"/>"#,
        r#"<path d="M62 59c-11 18-40 11-38-10 2-17 27-19 30-3 2 12-14 16-17 5" fill="none" stroke="currentColor" stroke-width="4.5"/>"#,
    )),
    light("tree", concat!(
        r#"<path d="M43 62h14l4 30H39z"/>"#,
        r#"<path d="M50 7c14 0 21 10 20 19 16 1 22 22 10 30 2 14-18 19-26 10q-4 3-8 0c-8 9-28 4-26-10-12-8-6-29 10-30-1-9 6-19 20-19z"/>"#,
        r#"<path d="M36 33q3-7 10-8M61 43q7 1 9 7M32 52q5 6 12 4" fill="none" stroke="currentColor" stroke-width="3.5"/>"#,
    )),
    colored("cross", r#"<path d="M11 27l16-16 23 23 23-23 16 16-23 23 23 23-16 16-23-23-23 23-16-16 23-23z"/>"#),
    colored("nought", r#"<path d="M50 8a42 42 0 010 84 42 42 0 010-84zm0 22a20 20 0 000 40 20 20 0 000-40z" fill-rule="evenodd"/>"#),
    light("worm-head", concat!(
        r#"<path d="M50 6a44 44 0 010 88 44 44 0 010-88z"/>"#,
        r##"<circle cx="34" cy="40" r="11" fill="#fff" stroke-width="3"/><circle cx="66" cy="40" r="11" fill="#fff" stroke-width="3"/><circle cx="36" cy="42" r="5" fill="#111" stroke="none"/><circle cx="64" cy="42" r="5" fill="#111" stroke="none"/>"##,
        r#"<path d="M34 67q16 12 32 0" fill="none" stroke="currentColor" stroke-width="5"/>"#,
    )),
    light("worm-body", concat!(
        r#"<path d="M26 4h48q22 0 22 22v48q0 22-22 22H26Q4 96 4 74V26Q4 4 26 4z"/>"#,
        r#"<path d="M32 26q18 12 36 0M32 48q18 12 36 0M32 70q18 12 36 0" fill="none" stroke="currentColor" stroke-width="4" opacity=".6"/>"#,
    )),
    colored("counter", concat!(
        r##"<circle cx="50" cy="53" r="41" fill="#000" stroke="none" opacity=".25"/><circle cx="50" cy="50" r="40"/>"##,
        r#"<path d="M50 24l7.5 17.5 19 1.7-14.4 12.5 4.3 18.5L50 64.5 33.6 74.2l4.3-18.5-14.4-12.5 19-1.7z" fill="currentColor" stroke="none"/>"#,
    )),
    light("man", concat!(
        r##"<circle cx="50" cy="53" r="41" fill="#000" stroke="none" opacity=".25"/><circle cx="50" cy="50" r="40"/>"##,
        r#"<circle cx="50" cy="50" r="28" fill="none" stroke="currentColor" stroke-width="3.5"/><circle cx="50" cy="50" r="15" fill="none" stroke="currentColor" stroke-width="3"/>"#,
    )),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_is_a_symbol_of_the_sprite_and_tells_the_sides_apart() {
        let sprite = sprite();
        let document = roxmltree::Document::parse(&sprite).unwrap();
        let symbols: Vec<_> =
            document.root_element().children().filter_map(|node| node.attribute("id")).collect();
        assert_eq!(symbols, glyph_names());
        for (name, [first, second]) in side_classes() {
            assert_ne!(first, second, "{name}");
        }
    }
}
