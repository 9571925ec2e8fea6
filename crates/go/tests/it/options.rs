//! Presets and options by name.

use games_core::entry::{Choice, Entry, GameOptions};
use go::{GoEntry, Ko, Komi, Preset, Repetition, Rules, Scoring, Size, Suicide};

use crate::rules;

#[test]
fn presets_are_what_their_names_say() {
    let nine = |preset: &str| rules(&format!("preset={preset}"));
    let komi = |text| Komi::parse(text).unwrap();
    let seed = Rules {
        size: Size::NINE,
        komi: komi("6.5"),
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        repetition: Repetition::None,
        max_plies: 424,
    };
    assert_eq!(nine("simple"), seed);
    // What it was called first.
    assert_eq!(nine("seed"), seed);
    assert_eq!(
        nine("tromp-taylor"),
        Rules { ko: Ko::Positional, suicide: Suicide::Multi, komi: komi("7.5"), ..seed }
    );
    assert_eq!(nine("cgos"), Rules { ko: Ko::Positional, komi: komi("7.5"), ..seed });
    assert_eq!(nine("chinese"), Rules { repetition: Repetition::Draw, komi: komi("7.5"), ..seed });
    assert_eq!(
        nine("japanese-like"),
        Rules { scoring: Scoring::Territory, repetition: Repetition::Draw, ..seed }
    );
    assert_eq!(nine("aga"), Rules { ko: Ko::Situational, komi: komi("7.5"), ..seed });
    assert_eq!(
        nine("new-zealand"),
        Rules { ko: Ko::Situational, suicide: Suicide::Multi, komi: komi("7"), ..seed }
    );
    assert_eq!(Preset::VALUES.len(), 7);
}

#[test]
fn options_change_the_preset_and_the_cap_follows_the_size() {
    let rules = rules("preset=aga,ko=none,size=19x13,komi=-0.5");
    assert_eq!((rules.ko, rules.komi), (Ko::None, Komi::half_points(-1)));
    assert_eq!((rules.size.width(), rules.size.height()), (19, 13));
    assert_eq!(rules.max_plies, 4 * 19 * 13 + 100);
    assert_eq!(crate::rules("max_plies=0").max_plies, 0);
}

#[test]
fn komi_is_a_multiple_of_a_half() {
    let half_points = |text: &str| Komi::parse(text).map(Komi::in_half_points).ok();
    assert_eq!(half_points("6.5"), Some(13));
    assert_eq!(half_points("7"), Some(14));
    assert_eq!(half_points("7.0"), Some(14));
    assert_eq!(half_points("-3.50"), Some(-7));
    assert_eq!(half_points("+0.5"), Some(1));
    assert_eq!(half_points("10000"), Some(20_000));
    for bad in
        ["", "-", "6.25", "x", "6.", ".5", "1e3", "10000.5", "99999999999", "6.5.0", "--1", "NaN"]
    {
        assert_eq!(half_points(bad), None, "{bad}");
    }
    for half in [-13, -1, 0, 1, 14, 15] {
        assert_eq!(half_points(&Komi::half_points(half).to_string()), Some(half));
    }
}

#[track_caller]
fn refused(options: &str, position: Option<&str>, at: &str, message: &str) {
    struct Nothing;
    impl games_core::entry::Visitor for Nothing {
        type Out = ();
        fn visit<G: games_core::entry::Playable>(self, _: G) {}
    }
    let error = GameOptions::parse(GoEntry::KEYS, options)
        .and_then(|rules| GoEntry::build(&rules, position, Nothing))
        .unwrap_err();
    assert_eq!(&options[error.span.clone()], at, "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn bad_options_are_refused_with_their_place() {
    refused("ko=maybe", None, "maybe", "simple, none, psk, ssk");
    refused("komi=6.5,size=26", None, "26", "from 1 to 25");
    for size in ["0", "9x", "x9", "9x0", "9x9x9", "+9", "9 x 9", "1000000000000", "-1"] {
        refused(&format!("size={size}"), None, size, "is no size");
    }
    refused("komi=6.3", None, "6.3", "multiple of 0.5");
    refused("preset=chinesse", None, "chinesse", "did you mean `chinese`?");
    refused("size=5,ko=psk", Some(".../.../..."), "5", "the position is 3x3");
    refused("max_plies=-1", None, "-1", "0..1000000");
}

/// Tables and results are found by these texts.
#[test]
fn the_usual_rules_have_one_text_whatever_they_are_called() {
    let text = |given: &str| {
        let options = GameOptions::parse(GoEntry::KEYS, given).unwrap();
        GoEntry::full_text(&options, None)
    };
    let usual = text("size=5");
    assert!(usual.starts_with("preset=seed,size=5,"), "{usual}");
    assert_eq!(text("preset=simple,size=5"), usual);
    assert_eq!(text("preset=seed,size=5"), usual);
    assert_eq!(text(&usual), usual);
    assert!(text("preset=aga").starts_with("preset=aga,"));
}
