// Shows the page that the address names.

import { render } from "preact";

import { Page } from "./parts/Page";
import { Analysis } from "./pages/Analysis";
import { Gallery } from "./pages/Gallery";
import { Match } from "./pages/Match";
import { Play } from "./pages/Play";
import { Rules } from "./pages/Rules";
import { Solver } from "./pages/Solver";
import { games, loadGames } from "./state/catalog";
import { href, location_ } from "./state/route";

const PAGES = { play: Play, analysis: Analysis, rules: Rules, solver: Solver, match: Match } as const;

function App() {
  const { page, game } = location_.value;
  const known = games.value;
  if (page === "gallery") return <Gallery />;
  if (known.problem) return <Sorry words={known.problem} isUnknown={false} />;
  if (!known.list) return <Page title="games" page={page}><h1 tabIndex={-1}>games</h1><p>Asking the server ...</p></Page>;
  const info = known.list.find(({ id }) => id === game);
  const Shown = PAGES[page as keyof typeof PAGES];
  if (!Shown) return <Sorry words={`There is no page "${clip(page)}".`} />;
  if (!info) return <Sorry words={game ? `There is no game "${clip(game)}".` : "Which game?"} />;
  return <Shown key={`${page} ${game}`} info={info} />;
}

function Sorry({ words, isUnknown = true }: { words: string; isUnknown?: boolean }) {
  return (
    <Page title="Not found" page="">
      <h1 tabIndex={-1}>{isUnknown ? "Not found" : "No answer"}</h1>
      <p data-fault="">{words}</p>
      <p>
        <a href={href("gallery")}>All games</a>
      </p>
    </Page>
  );
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

void loadGames();
render(<App />, document.getElementById("app") as HTMLElement);
