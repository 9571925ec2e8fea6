//! The options of Monte Carlo tree search: those of [`MctsOptions`] that are no limits.

use ai::{MctsOptions, Playouts, TreePolicy};
use games_core::{TextError, notation::quote};

use super::{constant, number};

/// Sets one of them.
pub(super) fn set(options: &mut MctsOptions, key: &str, value: &str) -> Result<(), TextError> {
    match key {
        "policy" => {
            let policies = [("uct", TreePolicy::Uct), ("puct", TreePolicy::Puct)];
            options.policy = one_of(value, &policies)?;
        }
        "exploration" => options.exploration = Some(constant(value)?),
        "first_play" => options.first_play_reduction = constant(value)?,
        "playouts" => {
            let playouts = [("game", Playouts::Game), ("uniform", Playouts::Uniform)];
            options.playouts = one_of(value, &playouts)?;
        }
        "playout_plies" => options.playout_plies = Some(at_most(value, 1_000_000)?),
        "rave" => options.rave = Some(one_of(value, &[("true", true), ("false", false)])?),
        "rave_bias" => options.rave_bias = constant(value)?,
        "rave_reference" => options.rave_reference = at_most(value, u32::MAX)?,
        "margin" => options.margin = constant(value)?.min(1.0),
        "expand_after" => options.expand_after = at_most(value, u32::MAX)?,
        _ => unreachable!("only the keys of the kind are set"),
    }
    Ok(())
}

fn one_of<T: Copy>(text: &str, values: &[(&str, T)]) -> Result<T, TextError> {
    let found = values.iter().find(|(name, _)| *name == text);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = values.iter().map(|&(name, _)| name).collect();
        let message = format!("{} is none of {}", quote(text), names.join(", "));
        TextError::whole(text, message).suggest(text, names.iter().copied())
    })
}

fn at_most(text: &str, most: u32) -> Result<u32, TextError> {
    let n = number(text)?;
    u32::try_from(n).ok().filter(|&n| n <= most).ok_or_else(|| {
        TextError::whole(text, format!("{} is not between 0 and {most}", quote(text)))
    })
}

#[cfg(test)]
mod tests {
    use crate::PlayerSpec;

    #[test]
    fn all_options_are_read() {
        let text = "mcts:policy=uct,exploration=0.5,first_play=0.1,playouts=uniform,\
                    playout_plies=0,rave=true,rave_bias=0.01,rave_reference=7,margin=0,\
                    expand_after=2";
        let options = text.parse::<PlayerSpec>().unwrap().mcts;
        let expected = ai::MctsOptions {
            policy: ai::TreePolicy::Uct,
            exploration: Some(0.5),
            first_play_reduction: 0.1,
            playouts: ai::Playouts::Uniform,
            playout_plies: Some(0),
            rave: Some(true),
            rave_bias: 0.01,
            rave_reference: 7,
            margin: 0.0,
            expand_after: 2,
            ..ai::MctsOptions::default()
        };
        assert_eq!(options, expected);
    }

    #[test]
    fn bad_values_are_refused() {
        for (text, message) in [
            ("mcts:policy=ucb", "policy: `ucb` is none of uct, puct"),
            ("mcts:rave=on", "`on` is none of true, false"),
            ("mcts:playout_plies=1000001", "not between 0 and 1000000"),
            ("mcts:margin=-1", "not between 0 and 1000"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
