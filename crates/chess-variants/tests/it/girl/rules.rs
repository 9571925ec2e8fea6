//! What each piece does, option by option and reading by reading, on pictured boards.

use chess_variants::girl::{Options, Small};
use games_core::{Game, Notation, Outcome, Side};

use crate::girl::fixtures::{names, setup};

/// The squares marked `*` or `x` in a picture, whose upper line is the highest rank.
fn marked(picture: &str) -> Vec<String> {
    let rows: Vec<_> = picture.split_whitespace().rev().collect();
    let mut squares = Vec::new();
    for (rank, row) in rows.iter().enumerate() {
        for (file, c) in (b'a'..).zip(row.chars()) {
            if c == '*' || c == 'x' {
                let sign = if c == 'x' { "x" } else { "" };
                squares.push(format!("{sign}{}{}", char::from(file), rank + 1));
            }
        }
    }
    squares.sort();
    squares
}

/// Checks that the moves that begin with `from`, one of `signs` and a square are those pictured:
/// `*` an empty square, `x` one with a man.
#[track_caller]
fn check_under(rules: Option<&str>, position: &str, from: &str, signs: &str, picture: &str) {
    let mut ends: Vec<_> = names(rules, position)
        .iter()
        .filter_map(|name| {
            let rest = name.strip_prefix(from)?;
            let (sign, to) = rest.split_at(1);
            let captures = if sign == "x" || sign == "~" { "x" } else { "" };
            (signs.contains(sign)).then(|| format!("{captures}{to}"))
        })
        .collect();
    ends.sort();
    assert_eq!(ends, marked(picture), "{position}");
}

#[track_caller]
fn check(position: &str, from: &str, signs: &str, picture: &str) {
    check_under(None, position, from, signs, picture);
}

#[track_caller]
fn has(position: &str, yes: &[&str], no: &[&str]) {
    has_under(None, position, yes, no);
}

#[track_caller]
fn has_under(rules: Option<&str>, position: &str, yes: &[&str], no: &[&str]) {
    let names = names(rules, position);
    for name in yes {
        assert!(names.iter().any(|n| n == name), "{name} is missing: {names:?}");
    }
    for name in no {
        assert!(!names.iter().any(|n| n == name), "{name} is no move");
    }
}

#[test]
fn a_box_walks_straight_up_to_the_first_man() {
    let picture = "...x.... ...*.... ...*.... .x*B*... ...*.... ...*.... ........ ........";
    check("3rg3/8/8/1e1B1t2/8/8/3K4/3r3G w", "d5", "-x", picture);
}

#[test]
fn a_box_changes_places_with_any_own_man_but_a_box() {
    let picture = "........ .....x.. ........ ........ ........ ........ ...x.... .......x";
    check("3rg3/5T2/8/1e1B1t2/8/3B4/3K4/3r3G w", "d5", "~", picture);
}

#[test]
fn an_egg_jumps_one_or_two() {
    // The Snail beside it is Black's and changes nothing.
    let picture = "....... ...x... ..*.*.. .**Ex*. ..*x*.. ...*... .......";
    check("g6/3r3/3t3/3Eb2/3s3/7/6G w", "d4", "-x", picture);
}

#[test]
fn beside_a_snail_an_egg_jumps_one_to_four() {
    let picture = "..***.. .*****. ******* ***E*** ***S*** .*****. ..***..";
    check("g6/7/7/3E3/3S3/7/6G w", "d4", "-x", picture);
}

#[test]
fn a_flower_jumps_exactly_two_and_captures() {
    let picture = "....... ...x... ..*.*.. ...F.*. ..*.*.. ...*... .......";
    check("g6/3r3/7/1t1F3/7/7/6G w", "d4", "-x", picture);
}

#[test]
fn a_flower_copies_itself_exactly_three_away_to_empty_squares_only() {
    // An enemy stands on e2.
    let picture = "...*... ..*.*.. .*...*. *..F..* .*...*. ..*.... ...*...";
    check("g6/7/7/3F3/7/4r2/6G w", "d4", "+", picture);
}

#[test]
fn beside_a_snail_a_flower_jumps_exactly_four_and_copies_itself_exactly_six_away() {
    let position = "1g5/7/7/3F3/3S3/7/5G1 w";
    let jumps = "..*.*.. .*...*. *.....* ...F... *..S..* .*...*. ..*.*..";
    check(position, "d4", "-x", jumps);
    let copies = "*.....* ....... ....... ...F... ...S... ....... *.....*";
    check(position, "d4", "+", copies);
}

#[test]
fn a_girl_jumps_anywhere_but_onto_own_men_trees_and_girls() {
    let picture = ".x*x* .*x*x x*... *.**.";
    check("gb1r1/t1s1f/e1KtG/1G2T w", "e2", "-x", picture);
}

#[test]
fn a_kittey_walks_three_steps_around_corners_and_a_capture_ends_the_walk() {
    // A Rat stands on d5, a Tree on d3.
    let picture = "....... ..*.*.. .**x**. ***K*** .**.**. ..*.*.. .......";
    check("g6/7/3r3/3K3/3t3/7/6G w", "d4", "-x", picture);
    // Trees on three sides: what is two steps away as the crow flies may be out of reach.
    let shut = "....... ....... ....... .xK.... ..***.. .***... ..*....";
    check("g6/7/2t4/1rKt3/1t5/7/6G w", "c4", "-x", shut);
}

#[test]
fn beside_a_snail_a_kittey_walks_six_steps() {
    // Around the Snail to a2 and a1.
    let picture = "****... *****.. ******. K****** S*****. *****.. ****...";
    check("6g/7/7/K6/S6/7/6G w", "a4", "-x", picture);
}

#[test]
fn a_kittey_jumps_beside_an_own_rat_however_far() {
    check("g3R/4b/5/5/K3G w", "a1", "-x", "...*. *...x **... ***.. .***.");
    // Beside an enemy's Rat it does not; beside an own Snail it does not reach twice as far.
    check("g3r/4b/5/5/K3G w", "a1", "-x", "..... *.... **... ***.. .***.");
}

#[test]
fn a_rat_jumps_exactly_five_or_six() {
    let picture = "*...... **..... .**.... ..**... ...*x.. ....**. .....**";
    check("6g/7/7/7/4b2/1G5/R6 w", "a1", "-x", picture);
}

#[test]
fn beside_a_snail_a_rat_jumps_exactly_ten_or_twelve() {
    has("R11gG w", &["a1-f1", "a1-g1"], &["a1-k1", "a1xm1"]);
    has("RS10gG w", &["a1-k1", "a1xm1"], &["a1-f1", "a1-g1", "a1-l1"]);
}

#[test]
fn a_snail_walks_two_steps_and_jumps_beside_own_flowers() {
    let picture = ".....*. ....*.* ..*..*. .***... **S**.. .***... ..*....";
    check("g6/5F1/7/7/2S4/7/6G w", "c3", "-x", picture);
}

#[test]
fn another_snail_doubles_a_snails_walk_and_leaves_its_jump() {
    let picture = "x...... **....* ***..*. ****..* ..*.... ****... ***....";
    check("g6/7/6F/7/SS5/7/6G w", "a3", "-x", picture);
}

#[test]
fn two_snails_double_once() {
    let one = "g6/7/7/2SE3/7/7/6G w";
    let two = "g6/7/7/2SES2/7/7/6G w";
    let jumps = |position: &str| {
        let ends = |name: &String| name.starts_with("d4-") || name.starts_with("d4x");
        names(None, position).into_iter().filter(ends).collect::<Vec<_>>()
    };
    let without_e4: Vec<_> = jumps(one).into_iter().filter(|name| name != "d4-e4").collect();
    assert_eq!(jumps(two), without_e4);
}

#[test]
fn a_tree_copies_itself_to_any_empty_square_and_never_moves() {
    check("gb2/T3/3r/3G w", "a3", "+", "..** .*** ***. ***.");
    check("gb2/T3/3r/3G w", "a3", "-x~:", ".... .... .... ....");
}

#[test]
fn trees_cannot_be_destroyed_by_anyone() {
    for kind in "BEFGKRS".chars() {
        let position = format!("g7/8/8/8/8/8/8/{kind}ttttttG w");
        let captures = names(None, &position).into_iter().filter(|n| n.contains('x'));
        let captures: Vec<_> = captures.filter(|n| !n.ends_with("xa8")).collect();
        assert_eq!(captures, [""; 0], "{kind}");
    }
}

#[test]
fn an_egg_copies_friends_and_enemies_to_empty_squares_beside_it() {
    has(
        "g7/8/8/8/2rE4/3T4/8/7G w",
        &["d4:c4+d5", "d4:c4+e4", "d4:d3xc4", "d3+d5", "d3+a1"],
        &["d4:c4xc4", "d4:d3+d5", "d4:c4+c5", "d4:c4+d3"],
    );
    has("g7/8/8/8/2tE4/8/8/7G w", &["d4:c4+d5"], &["d4:c4xc4", "d4xc4"]);
}

#[test]
fn an_egg_destroys_an_enemy_by_a_copy_a_girl_too_and_may_copy_one_enemy_onto_another() {
    has(
        "8/8/8/3g4/2rES3/8/8/7G w",
        &["d4:c4xd5", "d4:e4xd5", "d4:e4xc4", "d4:d5xc4", "d4:d5+d3"],
        // Nothing would change.
        &["d4:d5xd5", "d4:c4xc4"],
    );
    // An enemy onto its like changes nothing either.
    has("g7/8/8/3r4/2rE4/8/8/7G w", &["d4:c4+e4", "d4:c4+d3"], &["d4:c4xd5", "d4:d5xc4"]);
    let game = Small::standard();
    let mut state = game.parse_state("8/8/8/3g4/2rE4/8/8/7G w").unwrap();
    let m = game.parse_move(&state, "d4:c4xd5").unwrap();
    game.apply(&mut state, m);
    assert_eq!(game.state_text(&state), "8/8/8/3r4/2rE4/8/8/7G b");
    assert_eq!(game.end(&state).unwrap().outcome, Outcome::Win(Side::First));
}

#[test]
fn an_egg_may_copy_a_girl_onto_an_enemy_girl() {
    has("8/8/8/3g4/3EG3/8/8/7g w", &["d4:e4xd5", "d4:d5+c4"], &["e4xd5"]);
}

#[test]
fn an_egg_does_not_copy_itself_but_another_egg() {
    has("g7/8/8/8/3E4/8/8/7G w", &[], &["d4:d4+d5"]);
    has("g7/8/8/8/3EE3/8/8/7G w", &["d4:e4+d5", "e4:d4+e5"], &["d4:e4+e5"]);
}

#[test]
fn a_snail_does_not_boost_itself_nor_do_enemy_snails() {
    let picture = "..... ..*.. .***. **S** .***. ..*..";
    check("g4/5/5/2S2/5/4G w", "c3", "-x", picture);
    has("g7/8/8/8/3Es3/8/8/7G w", &["d4-d6"], &["d4-d7"]);
}

#[test]
fn egg_copies_own_leaves_enemies_alone_as_sources() {
    let position = "g7/8/8/3r4/2bES3/8/8/7G w";
    let rules = Some("egg_copies=own");
    has_under(rules, position, &["d4:e4+d3", "d4:e4xd5", "d4xd5"], &["d4:d5+d3", "d4:c4xd5"]);
}

#[test]
fn egg_captures_false_lets_copies_appear_on_empty_squares_only() {
    let position = "g7/8/8/3r4/2bES3/8/8/7G w";
    let rules = Some("egg_captures=false");
    has_under(rules, position, &["d4:e4+d3", "d4:d5+d3", "d4xd5"], &["d4:e4xd5", "d4:c4xd5"]);
}

#[test]
fn snail_optional_keeps_the_plain_distances() {
    let position = "g7/8/8/8/3FS3/8/8/7G w";
    has(position, &["d4-d8", "d4+a1"], &["d4-d6", "d4+d7"]);
    has_under(
        Some("snail_optional=true"),
        position,
        &["d4-d8", "d4-d6", "d4+a1", "d4+d7"],
        &["d4-d7"],
    );
    // Of a Rat: 5, 6, 10 or 12.
    let rules = Some("snail_optional=true");
    has_under(rules, "RS10gG w", &["a1-f1", "a1-g1", "a1-k1", "a1xm1"], &["a1-l1"]);
}

#[test]
fn null_moves_allow_to_pass_until_the_game_is_over() {
    has("7g/8/8/8/8/8/8/G7 w", &[], &["pass"]);
    has_under(Some("null_moves=true"), "7g/8/8/8/8/8/8/G7 w", &["pass"], &[]);
    assert_eq!(names(Some("null_moves=true"), "8/8/8/8/8/8/8/G7 b"), [""; 0]);
    assert_eq!(names(Some("null_moves=true"), "Gtt/ttt/ttg w"), ["pass"]);
}

#[test]
fn a_side_without_a_move_draws_or_loses() {
    use chess_variants::girl::NoMoves;
    let blocked = setup("Gtt/ttt/ttg w");
    for (no_moves, outcome) in
        [(NoMoves::Draw, Outcome::Draw), (NoMoves::Loss, Outcome::Win(Side::Second))]
    {
        let options = Options { no_moves, ..Options::default() };
        let game = Small::starting_from(&blocked, options).unwrap();
        let end = game.end(&game.initial()).unwrap();
        assert_eq!((end.outcome, end.reason.to_string()), (outcome, "no moves".to_owned()));
    }
}

#[test]
fn who_has_the_only_girls_has_won_whoever_is_to_move() {
    let game = Small::standard();
    for (text, side) in [
        ("8/8/8/3R4/8/8/8/G7 b", Side::First),
        ("8/8/8/3R4/8/8/8/G7 w", Side::First),
        ("8/8/8/3R4/8/8/8/g7 w", Side::Second),
    ] {
        let end = game.end(&game.parse_state(text).unwrap()).unwrap();
        assert_eq!((end.outcome, end.reason.to_string()), (Outcome::Win(side), "no girls".into()));
    }
}
