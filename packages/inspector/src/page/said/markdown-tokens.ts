import { Lexer, type Token } from 'marked';

/** A text as tokens of Markdown, and the end of it that is too long for that. */
interface MarkdownTokens {
  readonly tokens: readonly Token[];
  /** Shown as it is. */
  readonly rest: string;
}

// The time that marked takes can grow with the square of a text, so that an agent could stop the page. These bounds keep it under some
// hundred milliseconds for the worst texts we know; ordinary ones do not come near.

/** The most characters and lines that are read as Markdown. */
const mostCharacters = 50_000;
const mostLines = 2_000;

/** Lines with more marks of quotes and lists than this before their text are no Markdown. */
const deep = /^(?:[ \t]*(?:>|[-*+]|\d+[.)])){20,}/m;

/** How much work the inline marks of a text may be, in steps of which some hundred thousand take a millisecond. */
const mostSteps = 5_000_000;

/** Returns the tokens of a text, so far as it can be read in bounded time. */
export function markdownTokens(text: string): MarkdownTokens {
  const end = markdownEnd(text);
  const source = text.slice(0, end);
  if (deep.test(source)) return { tokens: [], rest: text };
  try {
    return { tokens: tokensOf(source), rest: text.slice(end) };
  } catch {
    return { tokens: [], rest: text };
  }
}

function tokensOf(source: string): readonly Token[] {
  const lexer = new Lexer({ gfm: true });
  lexer.blockTokens(source.replace(/\r\n?/g, '\n'), lexer.tokens);
  let steps = 0;
  for (const { src, tokens } of lexer.inlineQueue) {
    steps += stepsOf(src);
    if (steps <= mostSteps) lexer.inlineTokens(src, tokens);
    else tokens.push({ type: 'text', raw: src, text: src });
  }
  return lexer.tokens;
}

/** Where the part ends that is read as Markdown: behind a line, if it is not all. */
function markdownEnd(text: string): number {
  let end = 0;
  for (let line = 0; line < mostLines; line++) {
    const next = text.indexOf('\n', end);
    if (next === -1) return text.length <= mostCharacters ? text.length : end;
    if (next >= mostCharacters) return end;
    end = next + 1;
  }
  return end;
}

function stepsOf(source: string): number {
  const marks = source.match(/[*_[\]<>`~@!&(]/g)?.length ?? 0;
  let longest = 0;
  for (const word of source.split(/\s+/)) longest = Math.max(longest, word.length);
  return marks ** 2 + longest ** 2;
}
