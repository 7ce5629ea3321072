import { isWritableMessage } from '@emend/acp/protocol';

/** What stands in a recording where something was hidden. */
export const mask = '[redacted]';
const secretName = /key|token|secret|password|passwd|credential|auth/i;
const shortestSecret = 8;

/**
 * The values of environment variables whose names say that they are secrets, and the lines of those that have several, since a
 * program prints them line by line; the longest first, so that none hides in another.
 */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    secretName.test(name) && value !== undefined ? [value, ...value.split(/\r?\n/)] : [],
  );
  return [...new Set(values.filter((value) => value.length >= shortestSecret))].sort((a, b) => b.length - a.length);
}

/** A text within a redacted message, which can still be changed. */
export interface Leaf {
  /** As it came. */
  readonly raw: string;
  /** Texts with the same place follow each other in one message, tool output or the like. */
  readonly place: string;
  /** Whether the next text of its place tells it anew instead of going on with it: its end may be half a secret that stays half. */
  readonly isSnapshot: boolean;
  /** As it will be written. */
  text: string;
}

/** Hides what must not be kept. */
export interface Redact {
  /** Secrets in every spelling they may have within a text. */
  readonly spellings: readonly string[];
  text(text: string): string;
  /** The value without what must not be kept; `leaves` gets its texts in order. `isSnapshot` is for texts of which nothing else is known. */
  value(value: unknown, leaves?: Leaf[], place?: string, isSnapshot?: boolean): unknown;
}

/** Masks the values of these keys wherever they stand, and these secrets within any text, key or number. */
export function redaction(keys: readonly string[], secrets: readonly string[]): Redact {
  const hidden = new Set(keys.map((key) => key.toLowerCase()));
  const numbers = new Set(secrets.map(Number));
  // Text that is no whole JSON may still hold a secret as JSON writes it.
  const spellings = [...new Set(secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]))];

  function plain(input: string): string {
    let result = input;
    for (const secret of spellings) if (result.includes(secret)) result = result.replaceAll(secret, mask);
    return result;
  }

  function text(input: string): string {
    const inner = jsonIn(input);
    if (inner === undefined) return plain(input);
    if (!isWritableMessage(inner)) return mask;
    const masked = JSON.stringify(value(inner));
    return masked === JSON.stringify(inner) ? plain(input) : masked;
  }

  function leafOr(raw: string, leaves: Leaf[] | undefined, place: string, isSnapshot: boolean): unknown {
    if (leaves === undefined) return text(raw);
    const leaf: Leaf & { toJSON(): string } = { raw, place, isSnapshot, text: text(raw), toJSON: () => leaf.text };
    leaves.push(leaf);
    return leaf;
  }

  function value(input: unknown, leaves?: Leaf[], place = '', isSnapshot = false): unknown {
    if (typeof input === 'string') return leafOr(input, leaves, place, isSnapshot);
    if (typeof input === 'number') return numbers.has(input) || plain(String(input)) !== String(input) ? mask : input;
    // Parts of a list follow each other, as the parts of a message do that come one by one.
    if (Array.isArray(input)) return input.map((part) => value(part, leaves, place, isSnapshot));
    if (typeof input !== 'object' || input === null) return input;
    // Headers and variables of MCP servers come as pairs of name and value.
    const named = 'name' in input && typeof input.name === 'string' && hidden.has(input.name.toLowerCase());
    const inside = leaves === undefined ? '' : `${place}${identityOf(input)}`;
    return Object.fromEntries(
      Object.entries(input).map(([key, part]) => {
        const isHidden = hidden.has(key.toLowerCase()) || (named && key === 'value');
        if (isHidden) return [plain(key), mask];
        const isToldAnew = isSnapshotIn(input, key) ?? isSnapshot;
        return [plain(key), value(part, isName(key) ? undefined : leaves, `${inside}/${key}`, isToldAnew)];
      }),
    );
  }

  return { spellings, text, value };
}

/** Names and identifiers are whole wherever they stand; a text that goes on elsewhere is none of them. */
const isName = (key: string): boolean =>
  /Id$|^(jsonrpc|id|method|sessionUpdate|type|kind|status|role|mimeType)$/.test(key);

/** Whether what a key of an object holds is told anew each time, or goes on with what was told before; undefined if it does not say. */
function isSnapshotIn(input: object, key: string): boolean | undefined {
  if (/^terminal_output|delta$/i.test(key)) return false;
  // A question tells a tool call as an update does, and an agent asks a terminal again and again for all of its output.
  if (key === 'toolCall' || key === 'output') return true;
  return 'sessionUpdate' in input ? !String(input.sessionUpdate).endsWith('_chunk') : undefined;
}

/** What tells one message, tool call or terminal from another: a chunk continues what the first update of it began. */
function identityOf(input: object): string {
  const named = Object.entries(input).filter(([key, part]) => /Id$|^method$/.test(key) && typeof part === 'string');
  const update = 'sessionUpdate' in input ? String(input.sessionUpdate).replace(/(_content)?_(chunk|update)$/, '') : '';
  return JSON.stringify([update, ...named]);
}

/** What a text holds that is JSON as a whole, as the input of a tool often is. */
function jsonIn(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
