//! Sessions that are told nonsense.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use anyhow::Result;

use super::{
    program::{Ending, Program},
    workshop::Workshop,
};

/// A protocol: its command, what lines are made of, a question with its answer, and a last word.
struct Protocol {
    line: &'static str,
    words: &'static str,
    question: &'static str,
    answer: &'static str,
    last: &'static str,
}

const PROTOCOLS: [Protocol; 3] = [
    Protocol {
        line: "uci --player alphabeta:depth=2",
        words: "uci isready ucinewgame position startpos fen moves e2e4 e7e5 e1g1 a7a8q go depth 2 \
                infinite nodes 100 wtime btime winc movestogo movetime 5 mate ponder searchmoves stop \
                ponderhit setoption name Hash value MultiPV Threads Ponder UCI_Variant atomic \
                standard d debug on 8/8/8/8/8/8/8/K1k5 w KQkq - 0 1",
        question: "stop\nisready\n",
        answer: "readyok",
        last: "quit\n",
    },
    Protocol {
        line: "gtp go --player mcts:sims=10",
        words: "protocol_version name version known_command list_commands boardsize 9 19 25 \
                clear_board komi 7.5 play b w E5 pass resign genmove reg_genmove undo showboard \
                time_settings time_left kgs-time_settings canadian byoyomi final_score \
                final_status_list dead alive seki fixed_handicap place_free_handicap \
                set_free_handicap 2 kata-analyze lz-genmove_analyze kata-genmove_analyze interval \
                loadsgf /none kgs-genmove_cleanup kgs-rules 1 # \t",
        question: "77 protocol_version\n",
        answer: "=77 2",
        last: "quit\n",
    },
    Protocol {
        line: "nboard --player alphabeta:depth=2",
        words: "nboard 2 set depth 3 game contempt 0 move F5 D6 PA hint go ping learn analyze \
                (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[0]TY[8] BO[8 \
                ---------------------------O*------*O--------------------------- *] B[F5] ;)",
        question: "ping 4242\n",
        answer: "pong 4242",
        last: "quit\n",
    },
];

/// Lines of each session.
const LINES: usize = 1000;

/// What no protocol knows.
const NONSENSE: [&str; 12] =
    ["", "-1", "18446744073709551616", "1e400", "\u{7}", "💣", "é", "=", "\"", "%s", "\r", "a1a1"];

/// The answer comes when all that was asked before is answered.
const AT_MOST: Duration = Duration::from_secs(60);

pub(super) fn run(workshop: &mut Workshop) -> Result<()> {
    for protocol in PROTOCOLS.iter().cycle() {
        if !workshop.goes_on() {
            break;
        }
        let folder = workshop.empty("session")?;
        let mut program = Program::start_to_talk(workshop.command(protocol.line), &folder)?;
        let lines: String = (0..LINES).map(|_| line(workshop, protocol)).collect();
        let begun = Instant::now();
        let mut input = program.input();
        // Whoever ends early is told below.
        let _ = input.write_all(lines.as_bytes());
        let _ = input.write_all(protocol.question.as_bytes());
        let answered = wait(&mut program, protocol.answer)?;
        let took = begun.elapsed().as_secs_f64();
        let _ = input.write_all(protocol.last.as_bytes());
        let ending = program.end()?;
        let judged = judge(answered, &ending).map(|()| took);
        workshop.note(&format!("`games {}`: {lines:?}", protocol.line), judged);
    }
    Ok(())
}

fn line(workshop: &mut Workshop, protocol: &Protocol) -> String {
    let words: Vec<_> = protocol.words.split_whitespace().collect();
    let mut line = String::new();
    for _ in 0..=workshop.below(6) {
        let of = if workshop.below(8) == 0 { &NONSENSE[..] } else { &words };
        line.push_str(of[workshop.below(of.len())]);
        line.push(' ');
    }
    line + "\n"
}

fn wait(program: &mut Program, answer: &str) -> Result<bool> {
    let begun = Instant::now();
    while begun.elapsed() < AT_MOST {
        if program.has_said(answer)? {
            return Ok(true);
        }
        if program.within(Duration::from_millis(20))?.is_some() {
            break;
        }
    }
    program.has_said(answer)
}

fn judge(answered: bool, ending: &Ending) -> Result<(), String> {
    match answered {
        _ if !ending.status.success() => Err(ending.words()),
        _ if ending.stderr.contains("panicked") => Err("it panicked".to_owned()),
        true => Ok(()),
        false => Err("no answer".to_owned()),
    }
}
