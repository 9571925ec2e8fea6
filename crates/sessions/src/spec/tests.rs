//! Players are read and written.

use ai::{AlphaBetaOptions, Constants, Techniques};
use proptest::{prelude::*, test_runner::TestCaseError};

use super::{parse::player, *};

#[track_caller]
fn refused(text: &str, at: &str, message: &str) {
    let error = player(text).unwrap_err();
    assert_eq!(&text[error.span.clone()], at, "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn players_are_read_with_their_limits() {
    let spec = player("mcts:sims=50,seed=1,hash=1MiB,time=2s").unwrap();
    assert_eq!((spec.engine.name(), spec.sims, spec.seed), ("mcts", Some(50), Some(1)));
    assert_eq!((spec.hash, spec.time), (Some(1 << 20), Some(Duration::from_secs(2))));
    assert_eq!(spec.to_string(), "mcts:time=2s,sims=50,seed=1,hash=1MiB");
    assert!(!player("human").unwrap().is_limited());
    let spec = player("alphabeta:null_move=false,depth=3,futility=true").unwrap();
    let techniques = Techniques::ALL.without(&["null_move"]);
    let expected = AlphaBetaOptions::default().with_techniques(techniques);
    assert_eq!((spec.engine, spec.depth), (Engine::AlphaBeta(expected), Some(3)));
}

#[test]
fn bad_players_are_refused_with_their_place() {
    refused("alphabta", "alphabta", "did you mean `alphabeta`?");
    refused("", "", "no player");
    refused("stockfish", "stockfish", "nboard (a program: uci:\"stockfish\")");
    refused("alphabeta:", "", "an empty item");
    refused("alphabeta:depth=4,,seed=1", "", "an empty item");
    refused("alphabeta:depth=0", "0", "between 1 and 10000");
    refused("alphabeta:threads=0", "0", "between 1 and 256");
    refused(
        "alphabeta:time=1s,cpu_clock=true,threads=2",
        "alphabeta:time=1s,cpu_clock=true,threads=2",
        "one thread",
    );
    refused("mcts:tc=10,cpu_clock=true", "mcts:tc=10,cpu_clock=true", "one thread");
    refused("alphabeta:hash=0MiB", "0MiB", "nothing");
    refused("alphabeta:depth=4,depth=5", "depth=5", "given twice");
    refused("proof:depth=4", "depth=4", "valid: time, nodes, seed, hash");
    refused("solver:time=1s", "time=1s", "valid: threads, seed, hash");
    refused("slover", "slover", "did you mean `solver`?");
    refused("alphabeta:dept=4", "dept=4", "did you mean `depth`?");
    refused("alphabeta:null_moves=false", "null_moves=false", "did you mean `null_move`?");
    refused("alphabeta:null_move=no", "no", "not true or false");
    refused("mcts:null_move=false", "null_move=false", "no option");
    refused("human:time=1s", "time=1s", "it has none");
    refused("alphabeta:tc=x", "x", "tc: `x` is no time control");
    refused("mcts:tc=1,time=1s", "mcts:tc=1,time=1s", "exclude each other");
    refused("mcts:seed=-1", "-1", "no whole number");
    refused("mcts:seed=+1", "+1", "no whole number");
    refused("mcts:exploration=nan", "nan", "between 0 and 1000");
    refused("alphabeta:late_depth=1", "1", "late_depth: `1` is not between 2 and 8");
    refused("alphabeta:late_history=99999999999", "99999999999", "between 1024 and 32768");
    refused("alphabeta:late_base=-1", "-1", "between 0 and 128");
    refused("alphabeta:late_base=+1", "+1", "between 0 and 128");
    refused("alphabeta:late_base=", "", "between 0 and 128");
    refused("alphabeta:late_divisr=70", "late_divisr=70", "did you mean `late_divisor`?");
    refused("mcts:late_divisor=70", "late_divisor=70", "no option");
}

#[test]
fn constants_are_read_and_written_where_they_are_not_the_usual_ones() {
    let spec = player("alphabeta:late_divisor=70,nodes=5,many=20,history=false").unwrap();
    assert_eq!(spec.to_string(), "alphabeta:nodes=5,history=false,late_divisor=70");
    let mut constants = Constants::USUAL;
    constants.late_divisor = 70;
    let techniques = Techniques::ALL.without(&["history"]);
    let options = AlphaBetaOptions::default().with_techniques(techniques);
    assert_eq!(spec.engine, Engine::AlphaBeta(options.with_constants(constants)));
}

/// Numbers about the range of each constant, and what is none.
fn constants() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let one = proptest::sample::select(Constants::ALL).prop_flat_map(|of| {
        let about = (of.least - 3..=of.most + 3).prop_map(|n| n.to_string());
        let other = "[-+ 0-9x]{0,12}";
        (Just(of.name), prop_oneof![3 => about, 1 => other])
    });
    proptest::collection::vec(one, 0..4)
}

#[test]
fn programs_are_read_with_their_arguments_and_options() {
    let text = r#"uci:"stockfish",time=1s,option.Skill Level=3,option.Path="/a,b""#;
    let spec = player(text).unwrap();
    let outside = spec.engine.outside().unwrap();
    assert_eq!(outside.command, ["stockfish"]);
    let own = [("Skill Level", "3"), ("Path", "/a,b")];
    assert_eq!(outside.options, own.map(|(k, v)| (k.to_owned(), v.to_owned())));
    assert_eq!((spec.engine.name(), spec.time), ("uci", Some(Duration::from_secs(1))));
    // As a shell leaves it that takes the quotes for its own.
    let spec = player("gtp:gnugo --mode gtp,timeout=9s,name=GNU Go 3.8").unwrap();
    let outside = spec.engine.outside().unwrap();
    assert_eq!(outside.command, ["gnugo", "--mode", "gtp"]);
    assert_eq!(outside.timeout, Some(Duration::from_secs(9)));
    assert_eq!(spec.label(), "GNU Go 3.8");
    assert_eq!(player("gtp:gnugo").unwrap().label(), "gtp:gnugo");
}

#[test]
fn bad_descriptions_of_programs_are_refused_with_their_place() {
    refused("uci", "uci", "a program is missing");
    refused("gtp:", "", "expected for example gtp:");
    refused("uci:\"\",time=1s", "\"\"", "a program is missing");
    refused(r#"uci:"stockfish"#, r#""stockfish"#, "not closed");
    refused("uci:a\nb", "\n", "control character");
    refused("uci:a,option.=1", "option.=1", "no option");
    refused("uci:a,dept=1", "dept=1", "did you mean `depth`?");
    refused("gtp:a,option.X=1", "option.X=1", "no option");
    refused("uci:a,option.X=1,option.X=2", "option.X=2", "given twice");
    refused("gtp:a,timeout=0s", "0s", "between 0 and a year");
    refused("uci:a,,time=1s", "", "an empty item");
}

#[test]
fn the_text_is_that_of_the_fields() {
    let spec = player("alphabeta:threads=1,hash=1024KiB,table=true,history=false").unwrap();
    assert_eq!(spec.to_string(), "alphabeta:hash=1MiB,history=false");
    assert_eq!(spec.with_seed(7).to_string(), "alphabeta:seed=7,hash=1MiB,history=false");
    assert_eq!(player("mcts:rave=false,margin=0.05").unwrap().to_string(), "mcts:rave=false");
    let text = r#"uci:"engine",option.Path="/a,b",name="A ""#;
    assert_eq!(player(text).unwrap().to_string(), r#"uci:engine,name=A ,option.Path="/a,b""#);
    assert_eq!(player("gtp:gnugo --mode gtp").unwrap().to_string(), r#"gtp:"gnugo --mode gtp""#);
}

/// Keys with values of all forms, right and wrong.
fn items() -> impl Strategy<Value = Vec<String>> {
    let keys: Vec<_> = Engine::all()
        .into_iter()
        .flat_map(|engine| PlayerSpec::new(engine).keys())
        .chain(["option.X", "option.Skill Level", "other"])
        .collect();
    let value =
        "true|false|uct|game|[0-9]{1,5}|[0-9]{1,3}(MiB|kB|s|ms|m)|0?\\.[0-9]{1,9}|\\PC{0,6}";
    let item = (proptest::sample::select(keys), value);
    proptest::collection::vec(item.prop_map(|(key, value)| format!("{key}={value}")), 0..6)
}

/// Players of all kinds, most of them good ones.
fn texts() -> impl Strategy<Value = String> {
    let names: Vec<_> = Engine::all().iter().map(Engine::name).collect();
    let program = "[a-z]{1,4}( [-a-z\"']{1,4}){0,2}";
    (proptest::sample::select(names), program, items()).prop_map(|(name, program, mut items)| {
        if matches!(name, "uci" | "gtp" | "nboard") {
            items.insert(0, program);
        }
        let colon = if items.is_empty() { "" } else { ":" };
        format!("{name}{colon}{}", items.join(","))
    })
}

/// What is read is written as a text that means the same.
fn check_round_trip(text: &str) -> Result<(), TestCaseError> {
    match player(text) {
        Ok(spec) => {
            let written = spec.to_string();
            let again = player(&written);
            prop_assert_eq!(again.as_ref(), Ok(&spec), "{}", written);
            prop_assert_eq!(again.unwrap().to_string(), written);
        }
        Err(error) => {
            prop_assert!(text.get(error.span.clone()).is_some());
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
    Ok(())
}

#[test]
fn every_value_of_every_key_comes_back() {
    let values = [
        "true",
        "false",
        "uct",
        "puct",
        "game",
        "uniform",
        "3",
        "20",
        "64",
        "2048",
        "0.25",
        "9s",
        "64KiB",
        "40/60+0.5",
    ];
    for engine in Engine::all() {
        let program = if engine.outside().is_some() { ":x," } else { ":" };
        let name = engine.name();
        for key in PlayerSpec::new(engine).keys() {
            let texts = values.map(|value| format!("{name}{program}{key}={value}"));
            let read: Vec<_> = texts.iter().filter(|text| player(text).is_ok()).collect();
            assert!(!read.is_empty(), "{name} {key}");
            for text in read {
                check_round_trip(text).unwrap();
            }
        }
    }
}

proptest! {
    #[test]
    fn players_come_back(text in texts()) {
        check_round_trip(&text)?;
    }

    /// All in their range are read and come back; one beyond it is refused with the range.
    #[test]
    fn constants_come_back_or_are_refused_with_their_range(items in constants()) {
        let mut items = items;
        items.sort();
        items.dedup_by_key(|item| item.0);
        let listed: Vec<_> = items.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let text = format!("alphabeta:depth=1,{}", listed.join(",")).trim_end_matches(',').to_owned();
        check_round_trip(&text)?;
        let of = |name: &str| Constants::ALL.iter().find(|of| of.name == name).unwrap();
        let is_good = |(key, value): &(&str, String)| {
            let (of, n) = (of(key), value.parse::<i32>());
            let is_plain = value.bytes().all(|b| b.is_ascii_digit());
            is_plain && n.is_ok_and(|n| (of.least..=of.most).contains(&n))
        };
        match (player(&text), items.iter().find(|item| !is_good(item))) {
            (Ok(spec), None) => {
                let Engine::AlphaBeta(mut options) = spec.engine else { unreachable!() };
                for (key, value) in &items {
                    prop_assert_eq!(options.constants.named(key).copied(), value.parse().ok());
                }
            }
            (Err(error), Some((key, _))) => {
                let range = format!("between {} and {}", of(key).least, of(key).most);
                prop_assert!(error.to_string().contains(&range), "{}: {error}", text);
            }
            (read, bad) => prop_assert!(false, "{text}: {read:?}, {bad:?}"),
        }
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(text in "(alphabeta|mcts|proof|solver|random|uci|gtp|nboard)?:?(\\PC|[\"',=\\\\ ]){0,40}") {
        check_round_trip(&text)?;
    }
}
