#!/usr/bin/env python3
"""Holds the GTP engine against GNU Go.

usage: go_peers.py GAMES_BINARY [--gnugo PROGRAM]

- Under every rule of ko and suicide that GNU Go can be set to, random games on small boards: at
  every ply `all_legal` of both must name the same points. The one fault of GNU Go that is known is
  left out: with suicide allowed it misses a repetition that a suicide makes.
- Whole games on 9x9 against GNU Go, each with either color. Both must take every move, the games
  must end by two passes, and where GNU Go sees no dead stones both must count the same score.

The last line is `N passed, M failed`. GNU Go is run as a program; nothing of it is linked or copied.
"""
import argparse
import random
import subprocess
import sys

KO = {"--no-ko": "none", "--simple-ko": "simple", "--positional-superko": "psk",
      "--situational-superko": "ssk"}
SUICIDE = {"--forbid-suicide": "forbidden", "--allow-suicide": "multi"}
# Board sizes of the random games; on the smallest boards repetitions are many.
SIZES = [2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 9, 9]
PLIES = 150
GAMES = 4
MAX_PLIES = 250
PLAYER = "mcts:sims=300,seed="

passed = failed = 0


def check(what, got, want):
    """Counts a comparison; a failed one is told."""
    global passed, failed
    if got == want:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what}\n  got  {got}\n  want {want}")


class Refused(Exception):
    """A command that an engine did not take."""


class Engine:
    """A program that is driven over GTP."""

    def __init__(self, argv):
        self.name = argv[0]
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.ask("quit")
            self.process.wait(timeout=10)
        finally:
            self.process.kill()

    def send(self, *commands):
        """Sends commands without waiting for the answers."""
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()

    def answer(self):
        """Reads one answer up to the empty line that ends it."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise Refused(f"{self.name} ended")
            if line.strip():
                lines.append(line.rstrip("\n"))
            elif lines:
                break
        if not lines[0].startswith("="):
            raise Refused(f"{self.name}: {lines[0]}")
        return "\n".join([lines[0][1:].strip()] + lines[1:]).strip()

    def ask(self, command):
        self.send(command)
        return self.answer()


def games(binary, rules, player="random:seed=1"):
    return Engine([binary, "gtp", "go", "--rules", rules, "--player", player])


def gnugo(program, *flags):
    return Engine([program, "--mode", "gtp", "--level", "1", "--never-resign", *flags])


def is_suicide(engine, color, vertex):
    """Whether GNU Go takes the stone off that it puts."""
    engine.send(f"play {color} {vertex}", f"color {vertex}", "undo")
    return [engine.answer() for _ in range(3)][1] == "empty"


def random_game(ours, theirs, size, rng, forgive):
    """Compares the legal moves at every ply; returns what differs first, and the plies."""
    both = (ours, theirs)
    for engine in both:
        engine.send(f"boardsize {size}", "clear_board")
        engine.answer(), engine.answer()
    moves, left_out = [], 0
    while len(moves) < PLIES:
        color = "bw"[len(moves) % 2]
        for engine in both:
            engine.send(f"all_legal {color}")
        legal, reference = (set(engine.answer().split()) for engine in both)
        extra = reference - legal
        if forgive:
            suicides = {v for v in extra if is_suicide(theirs, color, v)}
            left_out += len(suicides)
            extra -= suicides
        if extra or legal - reference:
            return f"{sorted(legal - reference)} too many, {sorted(extra)} missing after {moves}", moves, left_out
        # Two passes would end the game.
        choice = sorted(legal) + ["pass"] * (not moves or moves[-1] != "pass")
        if not choice:
            break
        vertex = rng.choice(choice)
        if not legal or rng.random() < 0.02 and "pass" in choice:
            vertex = "pass"
        for engine in both:
            engine.send(f"play {color} {vertex}")
        for engine in both:
            engine.answer()
        moves.append(vertex)
    return None, moves, left_out


def compare_legal_moves(binary, program):
    positions = left_out = 0
    for ko_flag, ko in KO.items():
        for suicide_flag, suicide in SUICIDE.items():
            rules = f"ko={ko},suicide={suicide},max_plies=0"
            rng = random.Random(rules)
            forgive = suicide == "multi" and ko in ("psk", "ssk")
            with games(binary, rules) as ours, gnugo(program, ko_flag, suicide_flag) as theirs:
                for number, size in enumerate(SIZES):
                    found, moves, skipped = random_game(ours, theirs, size, rng, forgive)
                    positions += len(moves)
                    left_out += skipped
                    check(f"legal moves, {rules}, {size}x{size}, game {number}", found, None)
    print(f"legal moves of {positions} positions; {left_out} repetitions by suicide left out")


def whole_game(binary, program, number):
    """One game of our engine against GNU Go; we have Black in every other one."""
    rules = "preset=chinese,komi=7,ko=psk,repetition=none"
    with games(binary, rules, f"{PLAYER}{number}") as ours, \
            gnugo(program, "--chinese-rules", "--positional-superko", "--capture-all-dead") as theirs:
        for engine in (ours, theirs):
            for command in ("boardsize 9", "clear_board", "komi 7"):
                engine.ask(command)
        moves = []
        while moves[-2:] != ["PASS", "PASS"] and len(moves) < MAX_PLIES:
            color = "bw"[len(moves) % 2]
            mover, other = (ours, theirs) if (len(moves) + number) % 2 == 0 else (theirs, ours)
            vertex = mover.ask(f"genmove {color}")
            other.ask(f"play {color} {vertex}")
            moves.append(vertex.upper())
        check(f"game {number} ends by two passes", moves[-2:], ["PASS", "PASS"])
        score = ours.ask("final_score")
        if not theirs.ask("final_status_list dead") and not theirs.ask("final_status_list seki"):
            reference = theirs.ask("final_score")
            check(f"score of game {number}", margin(score), margin(reference))
        print(f"game {number}: {len(moves)} plies, {score}, we had {'black' if number % 2 == 0 else 'white'}")


def margin(score):
    """`B+3.5` as a number, seen by Black."""
    if score[:2] in ("B+", "W+"):
        return float(score[2:]) * (1 if score[0] == "B" else -1)
    return float(score)


def main():
    arguments = argparse.ArgumentParser(description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games")
    arguments.add_argument("--gnugo", default="gnugo")
    given = arguments.parse_args()
    compare_legal_moves(given.games, given.gnugo)
    for number in range(GAMES):
        try:
            whole_game(given.games, given.gnugo, number)
        except Refused as refused:
            check(f"game {number}", str(refused), None)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
