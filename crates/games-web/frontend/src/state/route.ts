// Which page an address names, and going to another one without loading anew.

import { signal } from "@preact/signals";

export const location_ = signal(current());

/** Counts what replaced the game of a page: going back and forward, an edited address. */
export const visits = signal(0);

function current(): { page: string; game: string } {
  const [page = "", game = ""] = location.pathname.split("/").filter(Boolean);
  return { page: page || "gallery", game: decode(game) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function arrived(): void {
  location_.value = current();
  visits.value++;
}

export function visit(href: string): void {
  history.pushState(null, "", href);
  arrived();
  scrollTo(0, 0);
  // Once the page is drawn, whoever listens is told where they are.
  setTimeout(() => document.querySelector<HTMLElement>("h1")?.focus());
}

addEventListener("popstate", arrived);

addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || link.origin !== location.origin || link.target || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  visit(link.href);
});

/** The address of a page, with the token that the first one had. */
export function href(page: string, game = "", hash = ""): string {
  const path = page === "gallery" ? "/" : `/${page}/${encodeURIComponent(game)}`;
  return `${path}${location.search}${hash ? `#${hash}` : ""}`;
}
