//! Which keys each kind of player has: the table by which players are read and written.

use super::{
    Engine, PlayerSpec,
    eval::EVAL,
    forms::{CONTROL, COUNT, FLAG, LEVEL, LINES, NUMBER, PLIES, SIZE, TEXT, THREADS, TIME},
    mcts,
    setting::{Setting, always, constant, maybe},
};

impl PlayerSpec {
    /// Returns the keys that players of this kind have, in the order in which they are listed and
    /// written.
    #[must_use]
    pub fn keys(&self) -> Vec<&'static str> {
        self.clone().settings().iter().map(|setting| setting.key).collect()
    }

    /// The keys with the places of their values.
    pub(super) fn settings(&mut self) -> Vec<Setting<'_>> {
        let time = maybe("time", &mut self.time, &TIME);
        let cpu = always("cpu_clock", &mut self.cpu_clock, &FLAG);
        let tc = maybe("tc", &mut self.tc, &CONTROL);
        let depth = maybe("depth", &mut self.depth, &PLIES);
        let nodes = maybe("nodes", &mut self.nodes, &COUNT);
        let sims = maybe("sims", &mut self.sims, &COUNT);
        let lines = maybe("lines", &mut self.lines, &LINES);
        let level = always("level", &mut self.level, &LEVEL);
        let eval = maybe("eval", &mut self.eval, &EVAL);
        let threads = always("threads", &mut self.threads, &THREADS);
        let seed = maybe("seed", &mut self.seed, &NUMBER);
        let hash = maybe("hash", &mut self.hash, &SIZE);
        let name = maybe("name", &mut self.name, &TEXT);
        match &mut self.engine {
            Engine::Random => vec![seed],
            Engine::AlphaBeta(options) => {
                let mut all =
                    vec![time, cpu, tc, depth, nodes, lines, level, eval, threads, seed, hash];
                let switches = options.techniques.switches();
                all.extend(switches.map(|(key, switch)| always(key, switch, &FLAG)));
                all.extend(options.constants.places().map(|(of, value)| constant(of, value)));
                all
            }
            Engine::Mcts(options) => {
                let mut all =
                    vec![time, cpu, tc, sims, nodes, lines, level, eval, threads, seed, hash];
                all.extend(mcts::settings(options));
                all
            }
            Engine::Proof => vec![time, nodes, seed, hash],
            Engine::Solver(_) => vec![threads, seed, hash],
            Engine::Human => Vec::new(),
            Engine::Uci(program) => {
                let timeout = maybe("timeout", &mut program.timeout, &TIME);
                vec![time, tc, depth, nodes, lines, threads, hash, timeout, name]
            }
            Engine::Gtp(program) => {
                vec![time, tc, maybe("timeout", &mut program.timeout, &TIME), name]
            }
            Engine::NBoard(program) => {
                vec![depth, maybe("timeout", &mut program.timeout, &TIME), name]
            }
        }
    }
}
