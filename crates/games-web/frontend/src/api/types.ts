// Made from the Rust types by a test of games-web; do not edit.

/**
 * `POST /best`: one search.
 */
export type BestRequest = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Rules as `key=value,...`; those that are left out have their defaults.
 */
rules?: string, 
/**
 * The position to start from; the game's own start if there is none.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Moves, 
/**
 * Whether the draw is claimed that there is to claim after them.
 */
claim?: boolean, 
/**
 * The player, as on the command line.
 */
player: string, 
/**
 * Milliseconds, if the player's own limits are not to hold.
 */
time_ms?: number, };

/**
 * The empty board of a game: the same for all of its positions.
 */
export type Board = { 
/**
 * How the cells lie: `squares`, `points`, `rows`, `line`, or `text` where nothing is drawn.
 */
kind: string, 
/**
 * Number of columns.
 */
cols: number, 
/**
 * Number of rows.
 */
rows: number, 
/**
 * The cells' names, row by row from the **top left**, `rows * cols` of them.
 */
cells: Array<string>, 
/**
 * One label a column, from the left.
 */
col_labels: Array<string>, 
/**
 * One label a row, from the top.
 */
row_labels: Array<string>, 
/**
 * How squares are colored: `checker`, `plain` or `felt`.
 */
shade: string, 
/**
 * Cells marked by a dot, such as the star points of Go.
 */
dots: Array<string>, 
/**
 * Whether moves may leave the board on one side and enter on the other.
 */
wrap: boolean, 
/**
 * Whether it makes sense to look at the board from the other side.
 */
turnable: boolean, };

/**
 * `GET /board.svg`: what is to be drawn.
 */
export type BoardQuery = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules.
 */
rules?: string, 
/**
 * The position.
 */
position?: string, 
/**
 * Moves from there, apart by blanks.
 */
moves?: string, 
/**
 * `light`, `dark`, `auto` or `print`.
 */
theme?: string, 
/**
 * Whether the board is seen from the other side.
 */
turned?: boolean, 
/**
 * Whether the cells that legal moves go to are marked.
 */
legal?: boolean, 
/**
 * Arrows, as `e2-e4,g1-f3`.
 */
arrows?: string, 
/**
 * The token, where one is needed: an image brings no header along.
 */
token?: string, };

/**
 * A game of a gallery.
 */
export type Card = { 
/**
 * What players do and who wins, in a sentence or two.
 */
summary: string, 
/**
 * The names of the two sides.
 */
sides: [string, string], 
/**
 * Whether players give a move of each side one number together, as in `1. e4 e5 2. Nf3`.
 */
numbers_pairs: boolean, 
/**
 * Whether the game, as its rules are by default, is one that the solver takes; it may still be
 * too large to be solved.
 */
solvable: boolean, 
/**
 * The id on the command line.
 */
id: string, 
/**
 * The name for people.
 */
name: string, 
/**
 * The options.
 */
rules: Array<Rule>, 
/**
 * The largest rows, columns and the like.
 */
caps: { [key in string]: number }, 
/**
 * The file formats and texts that it reads and writes.
 */
formats: Array<string>, 
/**
 * The protocols that it is played over.
 */
protocols: Array<string>, 
/**
 * Rules for which learned weights come along, so that `alphabeta` plays by them unless it is
 * told `eval=own`; by all others it has the game's own estimate.
 */
learned: Array<string>, 
/**
 * Our players for which it makes a difference which seed they have.
 */
seeded: Array<string>, };

/**
 * A number or word beside the board.
 */
export type Counter = { 
/**
 * Whose it is; none if it belongs to no side.
 */
side: Side | null, 
/**
 * What is counted, or the side's name.
 */
label: string, 
/**
 * How much.
 */
value: string, };

/**
 * Positions by their value.
 */
export type Counts = { 
/**
 * Won ones.
 */
win: number, 
/**
 * Lost ones.
 */
lose: number, 
/**
 * Tied ones.
 */
tie: number, 
/**
 * Drawn ones.
 */
draw: number, };

/**
 * A kind of player.
 */
export type EngineInfo = { 
/**
 * The word before the colon.
 */
name: string, 
/**
 * The keys behind it.
 */
keys: Array<string>, };

/**
 * A position to begin with.
 */
export type Example = { 
/**
 * What it is.
 */
title: string, 
/**
 * Its text.
 */
position: string, 
/**
 * Its rules, every option with its value.
 */
rules: string, };

/**
 * `POST /export`: a game in a format.
 */
export type ExportRequest = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules.
 */
rules?: string, 
/**
 * The position to start from.
 */
position?: string, 
/**
 * The game with its variations. `position`, `moves`, `text` and `svg` are of the end of its
 * main line.
 */
tree: Tree, 
/**
 * A file format of the game, or `position`, `moves`, `text`, `svg`, `json`.
 */
format: string, };

/**
 * A text in a format.
 */
export type Exported = { 
/**
 * The text.
 */
text: string, 
/**
 * What it is to other programs.
 */
media_type: string, 
/**
 * How a file with it should end.
 */
ending: string, };

/**
 * A game in which a player failed.
 */
export type Fault = { 
/**
 * Which game, from 1.
 */
game: number, 
/**
 * What happened.
 */
fault: string, };

/**
 * The games of a gallery.
 */
export type Gallery = { 
/**
 * The games, in the order in which lists show them.
 */
games: Array<Card>, };

/**
 * All that is known of a game before a position of it is shown.
 */
export type GamePage = { 
/**
 * The empty board, as the rules are by default.
 */
board: Board, 
/**
 * The pieces that positions can be set up with; none where the game offers no set-up.
 */
palette: Array<Man>, 
/**
 * The file formats that hold whole games: `pgn`.
 */
files: Array<string>, 
/**
 * Positions to begin with.
 */
examples: Array<Example>, 
/**
 * A whole game from the start of the game on: something to look at.
 */
sample: Array<string>, 
/**
 * The page of rules, in Markdown. Links in it lead from the folder of the game's rules.
 */
rules_text: string, 
/**
 * What players do and who wins, in a sentence or two.
 */
summary: string, 
/**
 * The names of the two sides.
 */
sides: [string, string], 
/**
 * Whether players give a move of each side one number together, as in `1. e4 e5 2. Nf3`.
 */
numbers_pairs: boolean, 
/**
 * Whether the game, as its rules are by default, is one that the solver takes; it may still be
 * too large to be solved.
 */
solvable: boolean, 
/**
 * The id on the command line.
 */
id: string, 
/**
 * The name for people.
 */
name: string, 
/**
 * The options.
 */
rules: Array<Rule>, 
/**
 * The largest rows, columns and the like.
 */
caps: { [key in string]: number }, 
/**
 * The file formats and texts that it reads and writes.
 */
formats: Array<string>, 
/**
 * The protocols that it is played over.
 */
protocols: Array<string>, 
/**
 * Rules for which learned weights come along, so that `alphabeta` plays by them unless it is
 * told `eval=own`; by all others it has the game's own estimate.
 */
learned: Array<string>, 
/**
 * Our players for which it makes a difference which seed they have.
 */
seeded: Array<string>, };

/**
 * `GET /health`.
 */
export type Health = { 
/**
 * `ok`, or `stopping` with status 503.
 */
status: string, 
/**
 * The version of the program.
 */
version: string, 
/**
 * What changes with the pages: one that has another build is to be loaded again.
 */
build: string, 
/**
 * Seconds since the server was started.
 */
uptime_s: number, 
/**
 * Searches that run.
 */
searches: number, 
/**
 * Searches that wait.
 */
queued: number, 
/**
 * Sockets.
 */
sockets: number, };

/**
 * `POST /import`: a text of whatever kind.
 */
export type ImportRequest = { 
/**
 * The text.
 */
text: string, 
/**
 * The game that it is of, if that is known.
 */
game?: string, 
/**
 * The rules of that game.
 */
rules?: string, };

/**
 * A game that was read from a text.
 */
export type Imported = { 
/**
 * `json`, `position`, `moves` or a file format of the game.
 */
format: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The rules, every option with its value.
 */
rules: string, 
/**
 * The position that it starts from.
 */
position: string, 
/**
 * Whether that is the start of the game by these rules.
 */
initial: boolean, 
/**
 * The moves with variations and remarks.
 */
tree: Tree, 
/**
 * What had to be left out, such as a variation with an illegal move.
 */
left_out: Array<string>, };

/**
 * What a pasted text may be: every game and format that it fits.
 */
export type Imports = { 
/**
 * At least one; where there are several the user chooses.
 */
found: Array<Imported>, };

/**
 * `GET /info`.
 */
export type Info = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * How much may be asked for.
 */
limits: Limits, 
/**
 * Processor cores of the machine.
 */
cores: number, 
/**
 * Bytes for all tables together.
 */
memory: number, 
/**
 * Tables of solved positions that were brought along.
 */
tables: number, 
/**
 * Who can play, with what can be set.
 */
engines: Array<EngineInfo>, 
/**
 * Players with friendly names, the weakest first.
 */
presets: Array<Preset>, };

/**
 * A line of a search.
 */
export type InfoLine = { 
/**
 * Its first move.
 */
move: string, 
/**
 * The moves.
 */
pv: Array<string>, 
/**
 * The same in the notation that players use.
 */
pv_labels: Array<string>, 
/**
 * Its value for the side to move, in the game's unit.
 */
score: Units | null, 
/**
 * The same for `p1`.
 */
score_p1: Units | null, 
/**
 * The mean result for the side to move, from -1 to 1, where the search tells one; 1, 0 or -1
 * where it is proved.
 */
expected: number | null, 
/**
 * The same for `p1`.
 */
expected_p1: number | null, 
/**
 * Whether the value is proved.
 */
exact: boolean, 
/**
 * What is proved.
 */
value: SolvedValue | null, 
/**
 * Plies to the end along the line, where it was proved and they were worked out.
 */
plies_to_end: number | null, 
/**
 * Plies to the end under best play by the bare rules, in a solved position.
 */
remoteness: number | null, 
/**
 * How often the first move was visited, where visits are counted.
 */
visits: number, 
/**
 * Which part of the visits of all lines it has, from 0 to 1.
 */
share: number | null, };

/**
 * The positions of a remoteness by their value.
 */
export type Layer = { 
/**
 * Plies to the end under best play.
 */
remoteness: number, 
/**
 * Won ones.
 */
win: number, 
/**
 * Lost ones.
 */
lose: number, 
/**
 * Tied ones.
 */
tie: number, };

/**
 * How much a client may ask for.
 */
export type Limits = { 
/**
 * Bytes of a request's body.
 */
body: number, 
/**
 * The same where whole games are read or written.
 */
import: number, 
/**
 * Moves of a line.
 */
moves: number, 
/**
 * Bytes of a position text, and of the rules.
 */
position: number, 
/**
 * Bytes of the head of a request.
 */
head: number, 
/**
 * Bytes of a message over a socket.
 */
message: number, 
/**
 * Searches at a time.
 */
searches: number, 
/**
 * Searches that wait for their turn.
 */
waiting: number, 
/**
 * Searches of one socket.
 */
searches_a_socket: number, 
/**
 * Sockets at a time.
 */
sockets: number, 
/**
 * Threads of a search.
 */
threads: number, 
/**
 * Lines of a search.
 */
lines: number, 
/**
 * Games of a match.
 */
games: number, 
/**
 * Milliseconds of a search that is not analysis.
 */
search_ms: number, 
/**
 * Milliseconds of a search that is.
 */
analysis_ms: number, 
/**
 * Milliseconds that solving may go on.
 */
solve_ms: number, 
/**
 * Milliseconds that `/best` may be asked to take.
 */
best_ms: number, 
/**
 * Requests a second from an address that is not this machine's own, over a while.
 */
requests_a_second: number, 
/**
 * Requests that it may make at once.
 */
requests_at_once: number, };

/**
 * A line of moves with a position for each ply.
 */
export type Line = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * Every option with its value.
 */
rules: string, 
/**
 * Plies before the start of the line, as far as its text tells.
 */
start_ply: number, 
/**
 * The empty board.
 */
board: Board, 
/**
 * The position at the start and after each move.
 */
plies: Array<Ply>, };

/**
 * What a page is told.
 */
export type LiveAnswer = { "op": "accepted", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The key of the position; answers for a position that is not shown any more are dropped.
 */
key: string, 
/**
 * The number by which others can watch it.
 */
job: number, } | { "op": "queued", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The key of the position.
 */
key: string, 
/**
 * How many begin before it.
 */
place: number, } | { "op": "info", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The key of the position.
 */
key: string, } & (SearchInfo | SolveInfo | MatchInfo) | { "op": "done", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The key of the position.
 */
key: string, } & (Solution | Unfinished | Match | Search) | { "op": "error", 
/**
 * The page's name for it; none where the message could not be read.
 */
id: string | null, 
/**
 * The key of the position, where there is one.
 */
key: string | null, 
/**
 * Why.
 */
problem: Problem, } | { "op": "bye", };

/**
 * What a page asks for. `id` is the page's own name for what it asked for, at most 64 characters.
 */
export type LiveRequest = { "op": "search", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules.
 */
rules?: string, 
/**
 * The position to start from.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Moves, 
/**
 * The player; its limits are those of the search.
 */
player: string, 
/**
 * How many lines to work out, 1 if nothing is said.
 */
lines?: number, 
/**
 * Whether the search goes on for ten minutes where the player has no limit of its own.
 */
analysis?: boolean, } | { "op": "solve", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules.
 */
rules?: string, 
/**
 * The position to start from.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Moves, 
/**
 * Threads, 1 if nothing is said.
 */
threads?: number, } | { "op": "match", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules.
 */
rules?: string, 
/**
 * The position that all games begin from.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Moves, 
/**
 * The two players; the first one's results are counted.
 */
players: [string, string], 
/**
 * How many games.
 */
games: number, 
/**
 * Random plies at the start of each pair; as few as make pairs differ if nothing is said.
 */
opening_plies?: number, 
/**
 * The seed of openings and players; a new one if nothing is said.
 */
seed?: number, 
/**
 * Games of this match that were played already, before the server was started anew.
 */
have?: Array<PlayedMatchGame>, } | { "op": "watch", 
/**
 * The page's name for it.
 */
id: string, 
/**
 * The number of [`LiveAnswer::Accepted`].
 */
match: number, } | { "op": "stop", 
/**
 * The page's name for it.
 */
id: string, };

/**
 * A position that is as far from the end as any with its value.
 */
export type Longest = { 
/**
 * Its value for the side to move.
 */
value: SolvedValue, 
/**
 * Plies to the end under best play.
 */
remoteness: number | null, 
/**
 * The position text.
 */
position: string, };

/**
 * A kind of piece.
 */
export type Man = { 
/**
 * The drawing.
 */
glyph: string, 
/**
 * The character that stands for it in position texts.
 */
symbol: string, 
/**
 * Whose it is; none for neutral pieces.
 */
side: Side | null, 
/**
 * Whether there is a drawing of its own; otherwise it is a token with its symbol.
 */
drawn: boolean, };

/**
 * A piece to set up.
 */
export type ManAt = { 
/**
 * The cell.
 */
at: string, 
/**
 * The drawing, one of the game's palette.
 */
glyph: string, 
/**
 * The character that stands for it, where the palette has several of one drawing.
 */
symbol?: string, 
/**
 * Whose it is.
 */
side?: Side, 
/**
 * Its place in a stack, from below.
 */
z?: number, };

/**
 * A piece in a position where it can do much.
 */
export type ManInPlay = { 
/**
 * The drawing.
 */
glyph: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * The position text; the rules are the usual ones.
 */
position: string, 
/**
 * Where it stands.
 */
at: string, 
/**
 * The cells that its moves lead to or over, in the order of the board.
 */
to: Array<string>, };

/**
 * A mark on a cell.
 */
export type Mark = { 
/**
 * The cell.
 */
at: string, 
/**
 * What it means: `last`, `check`, `must`, `barred`, `gone`, `line`, `territory`, `boost` or
 * `legal`.
 */
kind: string, 
/**
 * Whose territory it is.
 */
side: Side | null, };

/**
 * A whole match: `games match`.
 */
export type Match = { 
/**
 * The seed that it was played with.
 */
seed: number, 
/**
 * The random plies with which each pair began.
 */
opening_plies: number, 
/**
 * How many games each player lost because it failed: on time, by an illegal move and the like.
 */
forfeits: [number, number], 
/**
 * The games in which a player failed.
 */
faults: Array<Fault>, 
/**
 * Games won.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, 
/**
 * How much stronger the first player is, where there are pairs enough to tell.
 */
elo: number | null, 
/**
 * Half of the interval that holds it with 95 %.
 */
elo_error: number | null, 
/**
 * How many games.
 */
games: number, 
/**
 * How many of them differ.
 */
distinct: number, 
/**
 * How many pairs of games have 0, 1/2, 1, 3/2 and 2 points; one that was played several times
 * over counts once. Elo, LOS and the test are made of these.
 */
pairs: [number, number, number, number, number], 
/**
 * The likelihood of superiority.
 */
los: number | null, 
/**
 * The difference in normalized Elo, the unit of the test.
 */
normalized_elo: number | null, 
/**
 * The results by how games ended.
 */
reasons: { [key in string]: Tally }, 
/**
 * The test, where there is one.
 */
sprt: Sprt | null, };

/**
 * How a match stands.
 */
export type MatchInfo = { 
/**
 * The table so far.
 */
table: Match, 
/**
 * The games that were finished since the last `info` to this page.
 */
finished: Array<PlayedMatchGame>, 
/**
 * The game that is played.
 */
running: RunningGame | null, 
/**
 * Wall time in milliseconds.
 */
time_ms: number, };

/**
 * What each kind of piece can do.
 */
export type Men = { 
/**
 * A position for each kind, the kinds in the order of their names; none where a game has a
 * single kind of piece, or does not tell its kinds.
 */
men: Array<ManInPlay>, };

/**
 * A legal move.
 */
export type Move = { 
/**
 * Its text.
 */
text: string, 
/**
 * The move in the notation that players use.
 */
label: string, 
/**
 * The move as a sentence for those who listen.
 */
say: string, 
/**
 * The ways to click it, the best first, each a list of cells; none for a button beside the
 * board.
 */
picks: Array<Array<string>>, 
/**
 * Where it stands among those that are picked alike, the smallest first, then by texts.
 */
choice: number, 
/**
 * The side to move after it.
 */
to_move_after: Side, };

/**
 * What a move is worth for the side that makes it.
 */
export type MoveWorth = { 
/**
 * Its text.
 */
move: string, 
/**
 * Whether it keeps the value of the position.
 */
keeps: boolean, 
/**
 * For the side to move.
 */
value: SolvedValue, 
/**
 * The same for `p1`.
 */
value_p1: SolvedValue, 
/**
 * Plies to the end under best play; none in a `draw`, and where a search found the value.
 */
remoteness: number | null, };

/**
 * Moves to play first: a list of move texts, or one text with all of them in any spelling that the
 * game takes.
 */
export type Moves = Array<string> | string;

/**
 * Where an option makes a difference: after the same moves by both values the position, the legal
 * moves or the end is another.
 */
export type OptionInPlay = { 
/**
 * The option.
 */
key: string, 
/**
 * Its usual value.
 */
usual: string, 
/**
 * The other one.
 */
value: string, 
/**
 * The rules that both have beside it; empty for the usual ones.
 */
with: string, 
/**
 * The moves from the start.
 */
moves: Array<string>, };

/**
 * `GET /games/{id}/options`: what the options of a game change.
 */
export type OptionsInPlay = { 
/**
 * One value of each option, as far as something was seen in games by lot.
 */
options: Array<OptionInPlay>, };

/**
 * Who won.
 */
export type Outcome = "p1" | "p2" | "draw";

/**
 * A piece on a cell.
 */
export type Piece = { 
/**
 * The cell.
 */
at: string, 
/**
 * The drawing: `disc`, `stone`, `king`, ...
 */
glyph: string, 
/**
 * The character that stands for it in position texts; an unknown drawing is a token with it.
 */
symbol: string, 
/**
 * Whose it is; none for neutral pieces.
 */
side: Side | null, 
/**
 * Pieces on one cell are stacked from the lowest number up.
 */
z: number, };

/**
 * Where a request is wrong.
 */
export type Place = { 
/**
 * The field of the request; `body` where it is no JSON.
 */
field: string, 
/**
 * The first byte at fault in the field's text, from 0.
 */
start: number, 
/**
 * The byte behind it.
 */
end: number, 
/**
 * Which item of a list of moves, from 0.
 */
index?: number, };

/**
 * A finished game of a match.
 */
export type PlayedMatchGame = { 
/**
 * Which game, from 0.
 */
number: number, 
/**
 * The side of the first player.
 */
first_player: Side, 
/**
 * The moves from the match's position on.
 */
moves: Array<string>, 
/**
 * Who won.
 */
outcome: Outcome, 
/**
 * Why.
 */
reason: string, 
/**
 * What happened, where a player failed.
 */
fault: string | null, };

/**
 * A position of a line.
 */
export type Ply = { 
/**
 * The move that led here; none at the start.
 */
move: string | null, 
/**
 * The same in the notation that players use.
 */
label: string | null, 
/**
 * The position text, with clocks.
 */
position: string, 
/**
 * As in a scene.
 */
key: string, 
/**
 * The side to move; in a finished game the side whose turn it would be.
 */
to_move: Side, 
/**
 * Who won, where the game is over.
 */
outcome: Outcome | null, 
/**
 * The rule that ended it.
 */
reason: string | null, 
/**
 * The final margin seen by `p1`, where the game has one.
 */
score: Units | null, 
/**
 * What stands on the board.
 */
view: View, };

/**
 * `POST /position`, `POST /line`: a position, or a line with all of its positions.
 */
export type PositionRequest = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Rules as `key=value,...`; those that are left out have their defaults.
 */
rules?: string, 
/**
 * The position to start from; the game's own start if there is none.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Moves, 
/**
 * Whether the draw is claimed that there is to claim after them.
 */
claim?: boolean, };

/**
 * A player with a friendly name.
 */
export type Preset = { 
/**
 * What to call it.
 */
name: string, 
/**
 * The player, as on the command line.
 */
player: string, 
/**
 * Whether it is only for games that the solver takes.
 */
solved_only: boolean, };

/**
 * Why a request is not answered.
 */
export type Problem = { 
/**
 * `urn:games:` and a [`Slug`].
 */
type: string, 
/**
 * The kind in words.
 */
title: string, 
/**
 * The HTTP status, also over a socket.
 */
status: number, 
/**
 * What is wrong, for people.
 */
detail: string, 
/**
 * Where it is wrong.
 */
at?: Place, 
/**
 * A spelling that was perhaps meant.
 */
help?: string, 
/**
 * What would be valid: of an illegal move the legal ones, of a game all ids.
 */
valid?: Array<string>, };

/**
 * An option of a game.
 */
export type Rule = { 
/**
 * The name before the `=`.
 */
key: string, 
/**
 * The values as words; for a number its range, for a text its form.
 */
values: Array<string>, 
/**
 * The value when it is not given.
 */
default: string, 
/**
 * One line for people.
 */
help: string, 
/**
 * What kind of values they are.
 */
kind: RuleKind, };

/**
 * What may be chosen.
 */
export type RuleKind = "choice" | "flag" | "integer" | "text";

/**
 * A game that is played.
 */
export type RunningGame = { 
/**
 * Which game, from 0.
 */
number: number, 
/**
 * The side of the first player.
 */
first_player: Side, 
/**
 * The moves from the match's position on.
 */
moves: Array<string>, 
/**
 * The position text.
 */
position: string, 
/**
 * What stands on the board.
 */
view: View, };

/**
 * A position with all that is needed to show it and to play from it, without knowing the game.
 *
 * It takes some work in positions with hundreds of moves; [`Position`] alone is quick.
 */
export type Scene = { 
/**
 * A number, in sixteen hexadecimal digits, that differs where positions differ; clocks and
 * history do not count.
 */
key: string, 
/**
 * Plies before the start of the session, as far as its text tells.
 */
start_ply: number, 
/**
 * Whether the side to move may end the game by claiming a draw.
 */
can_claim_draw: boolean, 
/**
 * The legal moves in the order of [`Position::moves`]: a move's id is its place.
 */
legal: Array<Move>, 
/**
 * The empty board.
 */
board: Board, 
/**
 * What stands on it.
 */
view: View, 
/**
 * The id of the game.
 */
game: string, 
/**
 * Every option with its value.
 */
rules: string, 
/**
 * The position text, with clocks.
 */
position: string, 
/**
 * The side to move; in a finished game the side whose turn it would be.
 */
to_move: Side, 
/**
 * The legal moves, sorted as ASCII text; none in a finished game.
 */
moves: Array<string>, 
/**
 * The same moves in the notation that players use, where they were asked for.
 */
labels: Array<string> | null, 
/**
 * Who won, in a finished game.
 */
outcome: Outcome | null, 
/**
 * The rule that ended the game, in the game's own word.
 */
reason: string | null, 
/**
 * The final margin in the game's unit seen by `p1`, where the game has one.
 */
score: Units | null, 
/**
 * The number of moves played since the start of the session.
 */
plies: number, 
/**
 * The value of the position and of its moves, where it was asked for.
 */
solved?: SolvedPosition, };

/**
 * The result of a search: `games best`.
 */
export type Search = { 
/**
 * The best move; none in a finished game.
 */
move: string | null, 
/**
 * The best line.
 */
pv: Array<string>, 
/**
 * The same in the notation that players use.
 */
pv_labels: Array<string>, 
/**
 * Its value for the side to move, in the game's unit.
 */
score: Units | null, 
/**
 * The result that it lets expect for the side to move: 0 lost, 0.5 even or drawn, 1 won; nothing
 * where the search says nothing of it.
 */
expected: number | null, 
/**
 * Whether the value is proved.
 */
exact: boolean, 
/**
 * What is proved.
 */
value: SolvedValue | null, 
/**
 * Plies to the end along the line, where it was proved and they were worked out.
 */
plies_to_end: number | null, 
/**
 * Plies to the end under best play by the bare rules, in a solved position.
 */
remoteness: number | null, 
/**
 * How far a proof has got that is not finished.
 */
unproved: Unproved | null, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Plies of the deepest complete iteration, or of the best line.
 */
depth: number, 
/**
 * Playouts.
 */
simulations: number, 
/**
 * Wall time.
 */
seconds: number, 
/**
 * Positions a second.
 */
nodes_per_second: number, };

/**
 * What a search has found by now, all of its lines.
 */
export type SearchInfo = { 
/**
 * Plies of the deepest complete iteration, or of the best line.
 */
depth: number, 
/**
 * The longest line looked at, in plies.
 */
selective_depth: number, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Positions a second.
 */
nodes_per_second: number, 
/**
 * Playouts.
 */
simulations: number, 
/**
 * Wall time in milliseconds.
 */
time_ms: number, 
/**
 * Permille of the table or tree in use.
 */
memory_permille: number, 
/**
 * The lines, the best first.
 */
lines: Array<InfoLine>, };

/**
 * A position that was set up.
 */
export type SetUp = { 
/**
 * The position text.
 */
position: string, };

/**
 * `POST /setup`: a position from pieces.
 */
export type SetupRequest = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The rules.
 */
rules?: string, 
/**
 * The pieces.
 */
pieces: Array<ManAt>, 
/**
 * Who is to move.
 */
to_move: Side, };

/**
 * A side: `p1` moves first in the game's initial position.
 */
export type Side = "p1" | "p2";

/**
 * What came of solving: `games solve`.
 */
export type Solution = { 
/**
 * The value for the side to move.
 */
value: SolvedValue, 
/**
 * Plies to the end under best play; none in a `draw`.
 */
remoteness: number | null, 
/**
 * How many positions can arise, this one included; of what was folded with all their images.
 */
reachable: number, 
/**
 * How many of them have which value.
 */
counts: Counts, 
/**
 * Wall time.
 */
seconds: number, 
/**
 * Positions a second.
 */
positions_per_second: number, 
/**
 * Positions that were kept: of those that are alike by symmetry, one.
 */
keys: number, 
/**
 * The most bytes that the tables took.
 */
bytes: number, 
/**
 * Bytes for each position that was kept.
 */
bytes_per_position: number, 
/**
 * A number, in sixteen hexadecimal digits, that differs where any value differs.
 */
digest: string, 
/**
 * The moves, the best first.
 */
moves: Array<SolvedMove>, 
/**
 * Counts by remoteness, where they were asked for.
 */
layers?: Array<Layer>, 
/**
 * For each value that positions have, but draws, one that is farthest from the end, where
 * counts by remoteness were asked for.
 */
longest?: Array<Longest>, };

/**
 * How far solving has come.
 */
export type SolveInfo = { 
/**
 * What is done now: `finding positions`, `working out values` or `counting`.
 */
phase: string, 
/**
 * Positions found, symmetric ones once.
 */
positions: number, 
/**
 * Positions whose value is known.
 */
decided: number, 
/**
 * Positions found a second.
 */
positions_per_second: number, 
/**
 * The remoteness that is worked on.
 */
layer: number | null, 
/**
 * Bytes of the tables.
 */
memory: number, 
/**
 * Wall time in milliseconds.
 */
time_ms: number, };

/**
 * What a move is worth.
 */
export type SolvedMove = { 
/**
 * Its text.
 */
move: string, 
/**
 * Its value for the side that makes it.
 */
value: SolvedValue, 
/**
 * Plies to the end, this one included; none in a `draw`.
 */
remoteness: number | null, };

/**
 * What is known of a position.
 */
export type SolvedPosition = { 
/**
 * Its value for the side to move.
 */
value: SolvedValue, 
/**
 * Plies to the end under best play; none in a `draw`.
 */
remoteness: number | null, 
/**
 * Its moves, the best first.
 */
moves: Array<SolvedMove>, };

/**
 * A value for the side to move under best play.
 */
export type SolvedValue = "win" | "lose" | "tie" | "draw";

/**
 * Where values are known from.
 */
export type Source = "table" | "solver" | "search";

/**
 * A sequential probability ratio test.
 */
export type Sprt = { 
/**
 * The difference in normalized Elo of the one hypothesis.
 */
elo0: number, 
/**
 * That of the other.
 */
elo1: number, 
/**
 * The logarithm of the likelihood ratio by now.
 */
llr: number | null, 
/**
 * Where it decides, on both sides of 0.
 */
bound: number, 
/**
 * The hypothesis that was accepted.
 */
accepted: string | null, };

/**
 * Games by their result.
 */
export type Tally = { 
/**
 * Games won.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, };

/**
 * A game with its variations, as files keep it.
 *
 * Nodes stand in one flat list, since a nested one of a thousand moves is deeper than readers of
 * JSON go.
 */
export type Tree = { 
/**
 * The players' names, that of the first side first.
 */
players: [string | null, string | null], 
/**
 * The match or tournament.
 */
event: string | null, 
/**
 * When it was played, in whatever form the file has.
 */
date: string | null, 
/**
 * How the game ended, where that is known.
 */
outcome: Outcome | null, 
/**
 * The word for how a game ended that the rules let go on.
 */
reason: string | null, 
/**
 * What is said of the game before its first move.
 */
comment: string, 
/**
 * The moves: each before what follows it, continuations of one position in their order, the
 * game's own first.
 */
nodes: Array<TreeNode>, };

/**
 * A move of a tree.
 */
export type TreeNode = { 
/**
 * The node before, by its place in the list from 0; none at the start.
 */
parent: number | null, 
/**
 * The move.
 */
move: string, 
/**
 * The comment that stands after the move.
 */
comment: string, 
/**
 * Judgements by the numbers of the PGN standard.
 */
glyphs: Array<number>, 
/**
 * Seconds that the player who moved has left.
 */
clock: number | null, 
/**
 * Seconds that the move took.
 */
elapsed: number | null, 
/**
 * What somebody thought of the position after the move, in the game's unit, seen by `p1`.
 */
score_p1: Units | null, 
/**
 * Who wins after the move, where somebody thought that it is decided.
 */
decided: Outcome | null, 
/**
 * The depth in plies of the search that said so.
 */
depth: number | null, };

/**
 * What there is of a solution when solving was interrupted: the fields of [`Solution`], as far as
 * they are known, and how far it had got.
 */
export type Unfinished = { 
/**
 * Not known.
 */
value: SolvedValue | null, 
/**
 * Not known.
 */
remoteness: number | null, 
/**
 * Not known.
 */
reachable: number | null, 
/**
 * Not known.
 */
counts: Counts | null, 
/**
 * Wall time.
 */
seconds: number, 
/**
 * Positions found a second.
 */
positions_per_second: number, 
/**
 * That it was interrupted.
 */
interrupted: boolean, 
/**
 * Positions found.
 */
found: number, 
/**
 * Positions whose value is known.
 */
decided: number, 
/**
 * Bytes of the tables.
 */
bytes: number, 
/**
 * The folder that keeps the work, if any does.
 */
checkpoint: string | null, };

/**
 * A number that is written without a fraction where it has none: `6`, `6.5`.
 */
export type Units = number;

/**
 * A proof that is not finished.
 */
export type Unproved = { 
/**
 * Which result is asked for, at least: `win` or `draw`.
 */
at_least: SolvedValue, 
/**
 * How many positions on the horizon have at least to be proved for a yes.
 */
proof: number, 
/**
 * How many have at least to be disproved for a no.
 */
disproof: number, };

/**
 * The value of a position and of each of its moves.
 */
export type Values = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * Every option with its value.
 */
rules: string, 
/**
 * The position text.
 */
position: string, 
/**
 * As in a scene.
 */
key: string, 
/**
 * Where it is known from.
 */
source: Source, 
/**
 * Whether it holds for this game in progress, with its clock, its length and its repetitions,
 * and not by the bare rules alone.
 */
sure: boolean, 
/**
 * The moves, the best first.
 */
moves: Array<MoveWorth>, 
/**
 * What each position was worth, from the start to this one, where that was asked for and is
 * known.
 */
history?: Array<Worth>, 
/**
 * For the side to move.
 */
value: SolvedValue, 
/**
 * The same for `p1`.
 */
value_p1: SolvedValue, 
/**
 * Plies to the end under best play; none in a `draw`, and where a search found the value.
 */
remoteness: number | null, };

/**
 * `POST /values`: what position and moves are worth.
 */
export type ValuesRequest = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Rules as `key=value,...`; those that are left out have their defaults.
 */
rules?: string, 
/**
 * The position to start from; the game's own start if there is none.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Moves, 
/**
 * Whether the draw is claimed that there is to claim after them.
 */
claim?: boolean, 
/**
 * Whether the values of all positions of the line are wanted.
 */
history?: boolean, 
/**
 * Milliseconds that they may be looked for; two seconds if nothing is said.
 */
time_ms?: number, };

/**
 * A position as it is drawn on the [`Board`].
 */
export type View = { 
/**
 * The pieces, in any order.
 */
pieces: Array<Piece>, 
/**
 * The marks, in any order.
 */
marks: Array<Mark>, 
/**
 * The counters, in the order to show them.
 */
counters: Array<Counter>, };

/**
 * A value, seen by both who moves and `p1`.
 */
export type Worth = { 
/**
 * For the side to move.
 */
value: SolvedValue, 
/**
 * The same for `p1`.
 */
value_p1: SolvedValue, 
/**
 * Plies to the end under best play; none in a `draw`, and where a search found the value.
 */
remoteness: number | null, };
