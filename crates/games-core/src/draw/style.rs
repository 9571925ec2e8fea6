//! The colors of pictures.
//!
//! Fills, outlines and marks differ in lightness, not in hue alone, and the hues are blue, yellow
//! and orange, which most color-blind people tell apart (M. Okabe and K. Ito, "Color universal
//! design", 2008).

/// The colors of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// For light pages.
    Light,
    /// For dark pages.
    Dark,
    /// As the reader's system asks (`prefers-color-scheme`), light where it says nothing.
    #[default]
    Auto,
    /// Black, white and grays, for paper.
    Print,
}

/// Returns the style sheet of a picture.
pub(super) fn style(theme: Theme) -> String {
    match theme {
        Theme::Light => format!("{SHAPES}{LIGHT}"),
        Theme::Dark => format!("{SHAPES}{DARK}"),
        Theme::Auto => {
            format!("{SHAPES}{LIGHT}@media (prefers-color-scheme:dark){{{DARK}}}")
        }
        Theme::Print => format!("{SHAPES_IN_GRAY}{PRINT}"),
    }
}

/// Returns what a picture with arrows needs besides.
pub(super) const fn arrows(theme: Theme) -> &'static str {
    match theme {
        Theme::Print => ".arrow{fill:#444;stroke:#fff;stroke-width:1.5;stroke-linejoin:round}",
        _ => {
            ".arrow{fill:#0b5c94;fill-opacity:.75;stroke:#fff;stroke-width:1.5;stroke-linejoin:round}"
        }
    }
}

const SHAPES: &str = "\
text{font-family:'DejaVu Sans',Verdana,sans-serif;text-anchor:middle}\
.label{font-size:15px}.number{font-size:20px;paint-order:stroke;stroke-width:8}.token{font-weight:bold;fill:currentColor;stroke:none}\
.mono{font:16px 'DejaVu Sans Mono',monospace;text-anchor:start;white-space:pre}\
.grid{fill:none}\
.lt,.dk,.bl,.or,.no{stroke-width:4;stroke-linejoin:round;stroke-linecap:round}\
.lt{fill:#fdf8ec;stroke:#26211d;color:#26211d}\
.dk{fill:#2e2b2b;stroke:#f3ead9;stroke-width:3;color:#f3ead9}\
.bl{fill:#3d8fd6;stroke:#0c3357;color:#0c3357}\
.or{fill:#f0a030;stroke:#5e3300;color:#5e3300}\
.no{fill:#f2d45c;stroke:#4a3c00;color:#4a3c00}\
.last{fill:#f6e04a;fill-opacity:.55;stroke:#e8b800;stroke-width:3}\
.last-ring{fill:none;stroke:#f0781e;stroke-width:4.5}\
.check{fill:#e8501e;stroke:#fff3d6;stroke-width:1.5}\
.gone{fill:#f0a030;fill-opacity:.45;stroke:#8a4b00;stroke-width:1.5;stroke-dasharray:4 3}\
.line{fill:#f6e04a;fill-opacity:.5;stroke:none}\
.must{fill:#56b4e9;fill-opacity:.3;stroke:#0b5c94;stroke-width:4;stroke-dasharray:9 6}\
.barred{fill:none;stroke:#8a2c0a;stroke-width:4;stroke-linecap:round}\
.boost{fill:#56b4e9;stroke:#0c3357;stroke-width:2;stroke-linejoin:round}\
.legal{fill:#000;fill-opacity:.5}\
.legal-ring{fill:none;stroke:#000;stroke-opacity:.5;stroke-width:5}\
.stroke{fill:none;stroke:#26211d;stroke-opacity:.8;stroke-width:6;stroke-linecap:round}";

const SHAPES_IN_GRAY: &str = "\
text{font-family:'DejaVu Sans',Verdana,sans-serif;text-anchor:middle}\
.label{font-size:15px}.number{font-size:20px;paint-order:stroke;stroke-width:8}.token{font-weight:bold;fill:currentColor;stroke:none}\
.mono{font:16px 'DejaVu Sans Mono',monospace;text-anchor:start;white-space:pre}\
.grid{fill:none}\
.lt,.dk,.bl,.or,.no{stroke-width:4;stroke-linejoin:round;stroke-linecap:round}\
.lt,.or{fill:#fff;stroke:#000;color:#000}\
.dk,.bl{fill:#000;stroke:#fff;stroke-width:3;color:#fff}\
.no{fill:#bbb;stroke:#000;color:#000}\
.last{fill:none;stroke:#000;stroke-width:3}\
.last-ring{fill:none;stroke:#888;stroke-width:4.5}\
.check{fill:#777;stroke:#fff;stroke-width:1.5}\
.gone{fill:none;stroke:#000;stroke-width:1.5;stroke-dasharray:4 3}\
.line{fill:#ccc;stroke:none}\
.must{fill:none;stroke:#000;stroke-width:4;stroke-dasharray:9 6}\
.barred{fill:none;stroke:#000;stroke-width:4;stroke-linecap:round}\
.boost{fill:#fff;stroke:#000;stroke-width:2;stroke-linejoin:round}\
.legal{fill:#000;fill-opacity:.5}\
.legal-ring{fill:none;stroke:#000;stroke-opacity:.5;stroke-width:5}\
.stroke{fill:none;stroke:#000;stroke-width:6;stroke-linecap:round}";

const PRINT: &str = "\
.frame{fill:#fff}.label{fill:#000}\
.light{fill:#fff;stroke:#000}.dark{fill:#ccc}\
.wood,.plain{fill:#fff;stroke:#000}.felt{fill:#ddd;stroke:#000}\
.grid{stroke:#000;stroke-width:1.5}.dot,.wrap{fill:#000}\
.number,.mono{fill:#000}.number{stroke:#fff}";

const LIGHT: &str = "\
.frame{fill:#4b3526}.label{fill:#f3e7d3}\
.light{fill:#f0dcb8}.dark{fill:#bf8f5e}\
.wood{fill:#e6bd72}.felt{fill:#2d8058}.plain{fill:#faf6ec}\
.grid{stroke:#3a2a16;stroke-opacity:.75;stroke-width:1.5}.dot,.wrap{fill:#3a2a16}.wrap{fill:#f3e7d3}\
.number,.mono{fill:#2b2320}.number{stroke:#faf6ec}";

const DARK: &str = "\
.frame{fill:#241c17}.label{fill:#cdbfa9}\
.light{fill:#cbb590}.dark{fill:#8d6844}\
.wood{fill:#bf9652}.felt{fill:#1f6344}.plain{fill:#d5cfc1}\
.grid{stroke:#1d140a;stroke-opacity:.75;stroke-width:1.5}.dot{fill:#1d140a}.wrap{fill:#cdbfa9}\
.number,.mono{fill:#1d1815}.number{stroke:#d5cfc1}";
