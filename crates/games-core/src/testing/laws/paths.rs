//! Laws of ends that depend on the path.

use super::{Sample, Verdict, ensure};
use crate::{Outcome, Record, Standing, entry::Playable};

pub(super) fn path_decides_where_it_may<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    if s.game.ends_by_path() && s.game.path_may_win() {
        return Ok(());
    }
    along_the_games(s, &mut |record| {
        let end = record.standing(|at| s.game.adjudicate(at).or_else(|| s.game.claimable(at)));
        let is_draw = end.as_ref().is_none_or(|end| end.outcome == Outcome::Draw);
        ensure(end.is_none() || s.game.ends_by_path(), || {
            format!("{end:?}, although the path decides nothing")
        })?;
        ensure(is_draw, || format!("{end:?}, although the path never wins"))
    })
}

pub(super) fn horizon_holds<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    let mut horizons = Vec::new();
    along_the_games(s, &mut |record| {
        horizons.truncate(record.plies());
        horizons.push(record.standing(|at| s.game.horizon(at)));
        let (here, fresh) = record.standing(|at| (verdict(s.game, at), fresh_verdict(s.game, at)));
        for (ply, &horizon) in horizons.iter().enumerate() {
            let played = record.plies() - ply;
            ensure(here == fresh || horizon <= played, || {
                format!(
                    "{here:?}, with a fresh clock {fresh:?}, {played} plies after a horizon of {horizon}"
                )
            })?;
        }
        Ok(())
    })
}

type EndInWords = Option<(Outcome, String, Option<i32>)>;

fn verdict<G: Playable>(game: &G, at: &Standing<'_, G>) -> EndInWords {
    let end = game.adjudicate(at).or_else(|| game.claimable(at));
    end.map(|end| (end.outcome, end.reason.to_string(), end.margin))
}

/// As [`verdict`] in a game that began here, but for repetition.
fn fresh_verdict<G: Playable>(game: &G, at: &Standing<'_, G>) -> EndInWords {
    let (clock, occurrences) = (G::Clock::default(), || at.occurrences());
    verdict(game, &Standing::new(at.state, &clock, 0, at.last, &occurrences))
}

/// Plays the games of the sample again and checks each step.
fn along_the_games<G: Playable>(
    s: &Sample<'_, G>,
    check: &mut dyn FnMut(&Record<G>) -> Verdict,
) -> Verdict {
    for (seed, played) in s.games.iter().enumerate() {
        let mut record = Record::new(s.game.clone());
        let place = |how, plies| format!("{how}\nply {plies} of the game with seed {seed}");
        check(&record).map_err(|how| place(how, 0))?;
        for (_, m) in played.history() {
            record.play(m).map_err(|e| place(e.to_string(), record.plies()))?;
            check(&record).map_err(|how| place(how, record.plies()))?;
        }
    }
    Ok(())
}
