//! `games play --tui`: a game on the whole screen.
//!
//! [`Table`](table::Table) is the game and what a person has begun to do, [`draw`] shows it, and
//! [`keys`] says what keys and clicks mean; engines think on threads of their own ([`work`]).

mod curve;
mod draw;
mod keys;
mod panes;
mod pick;
mod picture;
mod screen;
mod table;
#[cfg(test)]
mod tests;
mod work;

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use games::{Ended, Forfeit, Player, SearchReport, Session, arena, expected};
use games_core::Side;
use ratatui::{
    crossterm::event,
    layout::{Position, Rect},
};

use super::{Course, Setting, human, opinion, with_cause};
use crate::{failure::Failure, interrupt, output::Output, words};
use draw::Talk;
use keys::Act;
use screen::Screen;
use table::{Next, Table};
use work::{Purpose, Thought, Work};

/// After how many milliseconds the screen is drawn anew while nothing happens.
const TICK: u16 = 50;

/// Refuses a screen where there is none, before anything is begun.
pub(super) fn check(out: &Output) -> Result<(), Failure> {
    if out.is_json() {
        return Err(Failure::input("--tui: with --json nothing is shown; leave one of them out"));
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::input(
            "--tui: stdin and stdout are no terminal; leave it out to play line by line",
        ));
    }
    Ok(())
}

/// Plays the game to its end, or until the person leaves.
pub(super) fn play(setting: Setting) -> Result<Course, Failure> {
    let mut screen = Screen::take()?;
    let Setting { session, seats, clocks, players, margin, max_plies, memory, colors } = setting;
    let table = Table::new(session, seats, clocks, colors);
    let mut game =
        Game { table, players, margin, max_plies, memory, work: None, begun: Instant::now() };
    let course = game.run(&mut screen);
    // Whoever thinks still may do so until then.
    if let Some(work) = game.work.take() {
        work.stop();
        let _ = work.join();
    }
    let (end, failure) = course?;
    Ok(Course { session: game.table.session, end, failure })
}

/// A table and the engines at it.
struct Game {
    table: Table,
    players: [Option<Box<dyn Player>>; 2],
    margin: Duration,
    max_plies: usize,
    memory: Option<u64>,
    work: Option<Work>,
    /// When the turn of the side to move began.
    begun: Instant,
}

/// How a game ended, and what failed.
type Ending = (Option<Ended>, Option<Forfeit>);

impl Game {
    fn run(&mut self, screen: &mut Screen) -> Result<Ending, Failure> {
        let mut end = self.arrive();
        loop {
            self.draw(screen, end.as_ref())?;
            let act = next_act(screen).map_err(|e| screen::failed(&e))?;
            if screen.is_ended() && !interrupt::is_set() {
                interrupt::press();
            }
            if interrupt::is_set() {
                return Ok((end, None));
            }
            if end.is_some() {
                match act {
                    Some(Act::Interrupt | Act::Letter(_) | Act::Enter | Act::Cancel) => {
                        return Ok((end, None));
                    }
                    _ => continue,
                }
            }
            let next = match act {
                Some(act) => self.obey(act, screen)?,
                None => Next::Nothing,
            };
            match next {
                Next::Nothing => {}
                Next::Moved => end = self.arrive(),
                Next::Think(purpose) => self.ask(purpose)?,
                Next::End(how) => end = Some(how),
                Next::Quit => return Ok((None, None)),
                Next::Interrupt => interrupt::press(),
            }
            match self.hear() {
                Ok(None) => {}
                Ok(Some(Next::End(how))) => end = Some(how),
                Ok(Some(_)) => end = self.arrive(),
                Err(forfeit) => match with_cause(forfeit) {
                    Ok(cause) => end = Some(human::lost(&*self.table.session, cause.name())),
                    Err(forfeit) => return Ok((None, Some(forfeit))),
                },
            }
        }
    }

    /// Sees whether the game is over, and whose turn it is.
    fn arrive(&mut self) -> Option<Ended> {
        let session = &*self.table.session;
        let too_long = self.max_plies != 0 && session.plies() >= self.max_plies;
        let end = session.end().or_else(|| too_long.then(arena::cut_short));
        let seat = &mut self.players[session.to_move().index()];
        self.table.is_open = end.is_none() && seat.is_none();
        self.begun = Instant::now();
        if end.is_none()
            && let Some(mut player) = seat.take()
        {
            player.set_clocks(session, &self.table.clocks);
            self.work = Some(Work::begin(player, session, Purpose::Move));
        }
        end
    }

    /// Has an engine think for the person whose turn it is.
    fn ask(&mut self, purpose: Purpose) -> Result<(), Failure> {
        let lines = if let Purpose::Hint(lines) = purpose { lines } else { 1 };
        let session = &*self.table.session;
        let player = opinion::adviser(session, lines, self.memory)?;
        self.table.is_open = false;
        self.work = Some(Work::begin(player, session, purpose));
        Ok(())
    }

    fn obey(&mut self, act: Act, screen: &mut Screen) -> Result<Next, Failure> {
        let size = screen.terminal.size().map_err(|e| screen::failed(&e))?;
        let (panes, picture) = draw::panes(&self.table, Rect::from((Position::ORIGIN, size)));
        let mover = self.table.session.to_move();
        let next = self.table.obey(act, &panes, &picture);
        if next == Next::Moved {
            self.table.times[mover.index()] += self.begun.elapsed();
        }
        Ok(next)
    }

    fn draw(&mut self, screen: &mut Screen, end: Option<&Ended>) -> Result<(), Failure> {
        let thinking = self.work.as_ref().map(|work| self.found(work));
        let result = end.map(|end| words::result(&*self.table.session, end));
        let running = self.begun.elapsed();
        let talk = Talk { thinking, running, result: result.as_deref() };
        let drawn = screen.terminal.draw(|frame| draw::all(&self.table, &talk, frame));
        drawn.map(|_| ()).map_err(|e| screen::failed(&e))
    }

    /// What a search has found so far, in words.
    fn found(&self, work: &Work) -> String {
        let Some(report) = work.latest() else { return String::new() };
        let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
        let pv = self.table.seats.notation.line(&*self.table.session, pv);
        format!("{}  {}", words::value(report.value()), pv.join(" "))
    }

    /// Looks whether a search is over, and does what follows from it.
    fn hear(&mut self) -> Result<Option<Next>, Forfeit> {
        let Some(work) = self.work.take_if(|work| work.is_over()) else { return Ok(None) };
        let purpose = work.purpose;
        let Thought { player, found, time } = work.join();
        if purpose == Purpose::Move {
            return self.moved(player, &found?, time).map(Some);
        }
        self.table.is_open = true;
        Ok(self.advised(purpose, &found?))
    }

    /// Plays the move that an engine has found.
    fn moved(
        &mut self,
        player: Box<dyn Player>,
        report: &SearchReport,
        time: Duration,
    ) -> Result<Next, Forfeit> {
        let table = &mut self.table;
        let side = table.session.to_move();
        self.players[side.index()] = Some(player);
        table.times[side.index()] += time;
        arena::spend(&mut table.clocks, side, time, self.margin)?;
        let chance = chance(&*table.session, report);
        let Some(m) = report.best() else { return Ok(Next::Quit) };
        table.play(m, chance).expect("what a player finds can be played");
        Ok(Next::Moved)
    }

    /// Tells what was asked for.
    fn advised(&mut self, purpose: Purpose, report: &SearchReport) -> Option<Next> {
        let table = &mut self.table;
        let session = &*table.session;
        if let Some(here) = table.chances.last_mut() {
            *here = chance(session, report);
        }
        table.note = match purpose {
            Purpose::Hint(_) => opinion::hint(session, report, table.seats.notation),
            Purpose::Eval => opinion::told(session, report),
            Purpose::Draw if opinion::is_content(report) => {
                return Some(Next::End(table::draw_agreed()));
            }
            Purpose::Draw | Purpose::Move => "the draw is refused".to_owned(),
        };
        None
    }
}

/// The chances of the first side by a search for the side to move.
fn chance(session: &dyn Session, report: &SearchReport) -> Option<f64> {
    let chance = expected::of_report(session, report)?;
    Some(if session.to_move() == Side::First { chance } else { 1.0 - chance })
}

/// What a person does within a tick.
fn next_act(screen: &Screen) -> io::Result<Option<Act>> {
    // What has been read already, first.
    for milliseconds in [0, TICK] {
        screen.wait(milliseconds)?;
        if screen.is_ended() {
            break;
        }
        // Without a terminal this would never return.
        if event::poll(Duration::ZERO)? {
            return event::read().map(|event| Act::of(&event));
        }
    }
    Ok(None)
}
