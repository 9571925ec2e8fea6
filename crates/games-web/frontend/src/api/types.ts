// The types of the answers.
export type Side = "p1" | "p2";
export type Outcome = Side | "draw";
export type SolvedValue = "win" | "lose" | "tie" | "draw";
export interface Board { kind: string; cols: number; rows: number; cells: string[]; col_labels: string[]; row_labels: string[]; shade: string; dots: string[]; wrap: boolean; turnable: boolean }
export interface Piece { at: string; glyph: string; symbol: string; side: Side | null; z: number }
export interface Mark { at: string; kind: string; side: Side | null }
export interface Counter { side: Side | null; label: string; value: string }
export interface View { pieces: Piece[]; marks: Mark[]; counters: Counter[] }
export interface Move { text: string; label: string; say: string; picks: string[][]; to_move_after: Side }
export interface Scene { game: string; rules: string; position: string; to_move: Side; moves: string[]; outcome: Outcome | null; reason: string | null; score: number | null; plies: number; key: string; start_ply: number; can_claim_draw: boolean; legal: Move[]; board: Board; view: View }
export interface Ply { move: string | null; label: string | null; position: string; key: string; to_move: Side; outcome: Outcome | null; reason: string | null; score: number | null; view: View }
export interface Line { game: string; rules: string; start_ply: number; board: Board; plies: Ply[] }
export interface Rule { key: string; values: string[]; default: string; help: string; kind: "choice" | "flag" | "integer" | "text" }
export interface Card { id: string; name: string; rules: Rule[]; caps: Record<string, number>; formats: string[]; protocols: string[]; seeded: string[]; summary: string; solvable: boolean }
export interface Gallery { games: Card[] }
export interface Man { glyph: string; symbol: string; side: Side | null; drawn: boolean }
export interface Example { title: string; position: string; rules: string }
export interface GamePage extends Card { sides: [string, string]; board: Board; palette: Man[]; files: string[]; examples: Example[]; sample: string[]; rules_text: string }
export interface Preset { name: string; player: string; solved_only: boolean }
export interface EngineInfo { name: string; keys: string[] }
export interface Info { version: string; limits: Record<string, number>; cores: number; memory: number; tables: number; engines: EngineInfo[]; presets: Preset[] }
export interface Health { status: string; version: string; build: string }
export interface InfoLine { move: string; pv: string[]; pv_labels: string[]; score: number | null; score_p1: number | null; expected: number | null; expected_p1: number | null; exact: boolean; value: SolvedValue | null; plies_to_end: number | null; remoteness: number | null; visits: number; share: number | null }
export interface SearchInfo { depth: number; selective_depth: number; nodes: number; nodes_per_second: number; simulations: number; time_ms: number; memory_permille: number; lines: InfoLine[] }
export interface Worth { value: SolvedValue; value_p1: SolvedValue; remoteness: number | null }
export interface MoveWorth extends Worth { move: string; keeps: boolean }
export interface Values extends Worth { key: string; source: "table" | "solver" | "search"; sure: boolean; moves: MoveWorth[]; history?: Worth[] | null }
export interface TreeNode { parent: number | null; move: string; comment: string }
export interface Tree { players: [string | null, string | null]; outcome: Outcome | null; comment: string; nodes: TreeNode[] }
export interface Imported { format: string; game: string; name: string; rules: string; position: string; initial: boolean; tree: Tree; left_out: string[] }
export interface SolveInfo { phase: string; positions: number; decided: number; positions_per_second: number; layer: number | null; memory: number; time_ms: number }
export interface Counts { win: number; lose: number; tie: number; draw: number }
export interface Layer { remoteness: number; win: number; lose: number; tie: number }
export interface Solution { value: SolvedValue; remoteness: number | null; reachable: number; counts: Counts; seconds: number; positions_per_second: number; moves: { move: string; value: SolvedValue; remoteness: number | null }[]; layers?: Layer[] | null }
export interface Match { wins: number; draws: number; losses: number; elo: number | null; elo_error: number | null; games: number; los: number | null; seed: number; opening_plies: number; reasons: Record<string, { wins: number; draws: number; losses: number }> }
export interface PlayedMatchGame { number: number; first_player: Side; moves: string[]; outcome: Outcome; reason: string; fault: string | null }
export interface RunningGame { number: number; first_player: Side; moves: string[]; position: string; view: View }
export interface MatchInfo { table: Match; finished: PlayedMatchGame[]; running: RunningGame | null; time_ms: number }
