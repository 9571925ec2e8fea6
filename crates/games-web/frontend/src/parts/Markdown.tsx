// Markdown as elements. Nothing in it becomes markup by itself: text stays text, links lead only
// where they may.

import type { Token, Tokens } from "marked";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  text: string;
  /** What to draw for a piece of code; nothing for the code itself. */
  code?: (text: string) => ComponentChildren;
}

export function Markdown({ text, code }: Props) {
  const [tokens, setTokens] = useState<readonly Token[]>([]);
  // Pages without a text need not wait for its reader.
  useEffect(() => {
    void import("marked").then(({ lexer }) => setTokens(lexer(text)));
  }, [text]);
  return <div class="prose">{blocks(tokens, code)}</div>;
}

type Code = Props["code"];

function blocks(tokens: readonly Token[], code: Code): ComponentChildren {
  return tokens.map((token) => block(token, code));
}

function block(token: Token, code: Code): ComponentChildren {
  switch (token.type) {
    case "heading":
      return heading(token as Tokens.Heading);
    case "paragraph":
      return paragraph(token as Tokens.Paragraph, code);
    case "list":
      return list(token as Tokens.List, code);
    case "code":
      return code?.((token as Tokens.Code).text) ?? <pre tabIndex={0}>{(token as Tokens.Code).text}</pre>;
    case "table":
      return table(token as Tokens.Table);
    case "blockquote":
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens, code)}</blockquote>;
    case "text":
      return inline((token as Tokens.Text).tokens ?? [token]);
    case "hr":
      return <hr />;
    default:
      return null;
  }
}

function heading({ depth, tokens }: Tokens.Heading) {
  // The page has the only first one.
  if (depth === 1) return null;
  const Tag = depth === 2 ? "h2" : "h3";
  return <Tag>{inline(tokens)}</Tag>;
}

function paragraph({ tokens }: Tokens.Paragraph, code: Code) {
  // A position that stands alone is drawn as well.
  const drawn = tokens.filter(({ type }) => type === "codespan").map((token) => code?.((token as Tokens.Codespan).text));
  return (
    <>
      <p>{inline(tokens)}</p>
      {drawn}
    </>
  );
}

function list({ ordered, items }: Tokens.List, code: Code) {
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag>
      {items.map((item) => (
        <li>{blocks(item.tokens, code)}</li>
      ))}
    </Tag>
  );
}

function table({ header, rows }: Tokens.Table) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th scope="col">{inline(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[]): ComponentChildren {
  return tokens.map((token) => {
    switch (token.type) {
      case "strong":
        return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
      case "em":
        return <em>{inline((token as Tokens.Em).tokens)}</em>;
      case "codespan":
        return <code>{(token as Tokens.Codespan).text}</code>;
      case "br":
        return <br />;
      case "link":
        return link(token as Tokens.Link);
      case "image":
        return null;
      case "escape":
      case "text":
        return "tokens" in token && token.tokens ? inline(token.tokens) : decoded((token as Tokens.Text).text);
      default:
        return token.raw;
    }
  });
}

/** Links to files of the sources lead nowhere here. */
function link({ href, tokens }: Tokens.Link) {
  return /^https?:\/\//.test(href) ? (
    <a href={href} rel="noreferrer">
      {inline(tokens)}
    </a>
  ) : (
    inline(tokens)
  );
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
