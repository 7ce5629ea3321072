import type { FrameFacts } from './frame-facts.ts';

/** One condition of a filter. */
interface Condition {
  readonly isNegated: boolean;
  /** Whether the line has to be read. */
  readonly needsLine: boolean;
  holds(facts: FrameFacts, line: FilteredLine): boolean;
}

/** The line of a frame, read only if a filter has to. */
export interface FilteredLine {
  /** The text in lower case. */
  text(): string;
  /** The id of its message as JSON; `undefined` if there is none. */
  id(): string | undefined;
}

/** Lets some frames through. */
export interface FrameFilter {
  /** Whether lines have to be read to decide. */
  readonly needsLine: boolean;
  /** Returns whether a frame is let through. */
  matches(facts: FrameFacts, line: FilteredLine): boolean;
}

/** A filter, or what is wrong with its text. */
type FilterReading = { readonly filter: FrameFilter } | { readonly fault: string };

const senders = ['client', 'agent', 'stderr'];
const kinds = ['error', 'request', 'response', 'update', 'correction', 'noise'];
const names = ['method', 'session', 'from', 'id', 'is'];

/** A longer filter is not read, since every frame would have to be held against all of it. */
const mostCharacters = 1_000;
const mostConditions = 50;

const tooLong = `A filter has at most ${mostCharacters.toLocaleString('en-US')} characters.`;
const tooMany = `A filter has at most ${mostConditions} conditions.`;

/**
 * Reads the text of a filter. All its conditions have to hold: words are looked for in the text of a line, `method:`, `session:`, `from:`, `id:`
 * and `is:` in what is known of it; `-` negates, and quotes hold blanks.
 */
export function readFilter(text: string): FilterReading {
  if (text.length > mostCharacters) return { fault: tooLong };
  const conditions: Condition[] = [];
  for (const token of tokensOf(text)) {
    if (typeof token === 'string') return { fault: token };
    if (conditions.length === mostConditions) return { fault: tooMany };
    const { name, value, isNegated } = token;
    const made = name === undefined ? wordCondition(value) : namedCondition(name, value);
    if (typeof made === 'string') return { fault: made };
    conditions.push({ ...made, isNegated });
  }
  const needsLine = conditions.some((condition) => condition.needsLine);
  // What costs nothing is asked first.
  const ordered = [...conditions].sort((one, other) => Number(one.needsLine) - Number(other.needsLine));
  return {
    filter: {
      needsLine,
      matches: (facts, line) => ordered.every((condition) => condition.holds(facts, line) !== condition.isNegated),
    },
  };
}

interface Token {
  readonly name?: string;
  readonly value: string;
  readonly isNegated: boolean;
}

const token = /\s*(-?)(?:([A-Za-z]+):)?(?:"([^"]*)"|([^\s"]+))?/y;

function* tokensOf(text: string): Generator<Token | string> {
  const end = text.trimEnd().length;
  for (let at = 0; at < end; ) {
    token.lastIndex = at;
    const [all = '', sign = '', name, quoted, plain] = token.exec(text) ?? [];
    const value = quoted ?? plain;
    at += all.length;
    if (value === undefined && text[at] === '"') return yield 'A quotation mark is not closed.';
    if (value === undefined && name !== undefined) return yield `Nothing follows "${name}:".`;
    if (value === undefined) return yield 'Nothing follows "-".';
    yield name === undefined
      ? { value, isNegated: sign === '-' }
      : { name: name.toLowerCase(), value, isNegated: sign === '-' };
  }
}

function wordCondition(value: string): Omit<Condition, 'isNegated'> {
  const word = value.toLowerCase();
  return { needsLine: true, holds: (_, line) => line.text().includes(word) };
}

function namedCondition(name: string, value: string): Omit<Condition, 'isNegated'> | string {
  const needsLine = false;
  switch (name) {
    case 'method': {
      const part = value.toLowerCase();
      return {
        needsLine,
        holds: ({ method, update }) =>
          method?.toLowerCase().includes(part) === true || update?.toLowerCase().includes(part) === true,
      };
    }
    case 'session':
      return { needsLine, holds: ({ session }) => session !== undefined && isNamed(session, value) };
    case 'from':
      if (!senders.includes(value)) return `"from:" takes ${listed(senders)}, not "${value}".`;
      return { needsLine, holds: ({ from }) => from === value };
    case 'id':
      return {
        needsLine: true,
        holds: ({ kind }, line) => {
          if (kind !== 'request' && kind !== 'response' && kind !== 'error') return false;
          const id = line.id();
          return id === value || id === JSON.stringify(value);
        },
      };
    case 'is':
      if (!kinds.includes(value)) return `"is:" takes ${listed(kinds)}, not "${value}".`;
      return {
        needsLine,
        holds: ({ kind, isCorrection = false }) =>
          value === 'correction' ? isCorrection : kind === value || (value === 'response' && kind === 'error'),
      };
    default:
      return `There is no "${name}:"; there are ${listed(names.map((one) => `${one}:`))}. Put "${name}:${value}" in quotes to search for it.`;
  }
}

/** A long id may be written as a page shows it: its start and its end with dots between. */
function isNamed(session: string, value: string): boolean {
  if (session === value) return true;
  const dots = value.indexOf('…');
  if (dots === -1 || session.length < value.length) return false;
  return session.startsWith(value.slice(0, dots)) && session.endsWith(value.slice(dots + 1));
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
