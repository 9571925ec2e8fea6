//! The options of Monte Carlo tree search: those of [`MctsOptions`] that are no limits.

use ai::{MctsOptions, Playouts, TreePolicy};
use games_core::{TextError, notation::quote};

use super::{
    forms::{CONSTANT, number},
    setting::{Form, Setting, always, maybe},
};

/// The keys with the places of their values.
pub(super) fn settings(options: &mut MctsOptions) -> [Setting<'_>; 10] {
    [
        always("policy", &mut options.policy, &POLICY),
        maybe("exploration", &mut options.exploration, &CONSTANT),
        always("first_play", &mut options.first_play_reduction, &CONSTANT),
        always("playouts", &mut options.playouts, &PLAYOUTS),
        maybe("playout_plies", &mut options.playout_plies, &PLAYOUT_PLIES),
        maybe("rave", &mut options.rave, &CHOICE),
        always("rave_bias", &mut options.rave_bias, &CONSTANT),
        always("rave_reference", &mut options.rave_reference, &VISITS),
        always("margin", &mut options.margin, &SHARE),
        always("expand_after", &mut options.expand_after, &VISITS),
    ]
}

const POLICY: Form<TreePolicy> = Form {
    read: |text| one_of(text, &[("uct", TreePolicy::Uct), ("puct", TreePolicy::Puct)]),
    write: |policy| {
        match policy {
            TreePolicy::Uct => "uct",
            TreePolicy::Puct => "puct",
        }
        .to_owned()
    },
};

const PLAYOUTS: Form<Playouts> = Form {
    read: |text| one_of(text, &[("game", Playouts::Game), ("uniform", Playouts::Uniform)]),
    write: |playouts| {
        match playouts {
            Playouts::Game => "game",
            Playouts::Uniform => "uniform",
        }
        .to_owned()
    },
};

/// A switch that the game sets where nobody else does.
const CHOICE: Form<bool> =
    Form { read: |text| one_of(text, &[("true", true), ("false", false)]), write: bool::to_string };

const PLAYOUT_PLIES: Form<u32> =
    Form { read: |text| at_most(text, 1_000_000), write: u32::to_string };

const VISITS: Form<u32> = Form { read: |text| at_most(text, u32::MAX), write: u32::to_string };

/// A part of one.
const SHARE: Form<f64> =
    Form { read: |text| Ok((CONSTANT.read)(text)?.min(1.0)), write: f64::to_string };

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
    use crate::{Engine, PlayerSpec};

    #[test]
    fn all_options_are_read() {
        let text = "mcts:policy=uct,exploration=0.5,first_play=0.1,playouts=uniform,\
                    playout_plies=0,rave=true,rave_bias=0.01,rave_reference=7,margin=0,\
                    expand_after=2";
        let engine = text.parse::<PlayerSpec>().unwrap().engine;
        let expected = ai::MctsOptions::default()
            .with_policy(ai::TreePolicy::Uct)
            .with_exploration(Some(0.5))
            .with_first_play_reduction(0.1)
            .with_playouts(ai::Playouts::Uniform)
            .with_playout_plies(Some(0))
            .with_rave(Some(true))
            .with_rave_bias(0.01)
            .with_rave_reference(7)
            .with_margin(0.0)
            .with_expand_after(2);
        assert_eq!(engine, Engine::Mcts(expected));
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
