import { isObject } from '../../protocol/reading/guard.ts';
import { isWritableMessage } from '../../protocol/reading/nesting.ts';
import { bytesIn, bytesOf, inBase64 } from './byte-text.ts';
import { type IsSecretName, maskAddresses, maskArguments, maskNamed } from './named-secrets.ts';
import { parsedJson } from './recording-line.ts';

/** Replaces secrets in a recording. */
export const mask = '[redacted]';
const secretName =
  /key|token|secret|password|passwd|passphrase|credential|auth|cookie|signature|^sig$|_pwd$|(?:^|[_-])pass(?:$|[_-])/i;
const shortestSecret = 8;

/**
 * Returns the values of environment variables whose names mark them as secrets, longest first, so that none is missed inside another.
 * A value of several lines also counts line by line, since programs print it that way.
 */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    isSecretName(name) && value !== undefined ? [value, ...value.split(/\r?\n/)] : [],
  );
  return [...new Set(values.filter((value) => value.length >= shortestSecret))].sort((a, b) => b.length - a.length);
}

/** A text within a redacted message, which can still be masked. */
export interface Leaf {
  /** The text as received. */
  readonly raw: string;
  /** Texts with the same place continue each other, such as the chunks of a message. */
  readonly place: string;
  /** True if the next text of its place replaces it instead of continuing it; a secret cut off at its end is then never completed. */
  readonly isSnapshot: boolean;
  /** The text to write. */
  text: string;
}

/** Masks secrets. */
export interface Redact {
  /** The secrets in every encoding in which they may appear in a text. */
  readonly spellings: readonly string[];
  /** Returns whether the values of a key are masked, whatever they are. */
  hides(key: string): boolean;
  text(text: string): string;
  /** Returns the value with secrets masked; appends its texts to `leaves` in order. `isSnapshot` is the default for those texts. */
  value(value: unknown, leaves?: Leaf[], place?: string, isSnapshot?: boolean): unknown;
}

/** Returns whether the name of a variable, a header, an option or a parameter marks its value as a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Returns a redactor that masks the values of these keys, and these secrets within any text, key or number. `isHidden` tells by their
 * names which variables, headers, arguments of commands and parameters of addresses are masked beside those that the keys name.
 */
export function redaction(keys: readonly string[], secrets: readonly string[], isHidden?: IsSecretName): Redact {
  const hidden = new Set(keys.map((key) => key.toLowerCase()));
  const numbers = new Set(secrets.map(Number));
  // A text that is not JSON as a whole may still contain a secret in JSON encoding, and bytes contain it in UTF-8.
  const spellings = [
    ...new Set(secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret, bytesOf(secret)])),
  ];

  const hides = (key: string): boolean => hidden.has(key.toLowerCase());

  function plain(input: string): string {
    let result = input;
    for (const secret of spellings) if (result.includes(secret)) result = result.replaceAll(secret, mask);
    return result;
  }

  function unnamed(input: string): string {
    return isHidden === undefined ? plain(input) : maskAddresses(plain(input), isHidden, mask);
  }

  /** Masks what the names inside of a part show to be secret; what is left is looked at as usual. */
  function withoutNamed(key: string, part: unknown): unknown {
    if (isHidden === undefined || typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return /^(?:args|argv|command)$/.test(key) ? maskArguments(part, isHidden, mask) : part;
    return /^(?:env|headers)$/i.test(key) ? maskNamed(part, isHidden, mask) : part;
  }

  function text(input: string): string {
    const inner = jsonIn(input);
    if (inner === undefined) return unnamed(input);
    if (!isWritableMessage(inner)) return mask;
    const masked = JSON.stringify(value(inner));
    return masked === JSON.stringify(inner) ? unnamed(input) : masked;
  }

  function leafOr(raw: string, leaves: Leaf[] | undefined, place: string, isSnapshot: boolean): unknown {
    if (leaves === undefined) return text(raw);
    const leaf: Leaf & { toJSON(): string } = { raw, place, isSnapshot, text: text(raw), toJSON: () => leaf.text };
    leaves.push(leaf);
    return leaf;
  }

  /** Masks secrets in bytes that are written in base64; a secret may begin in the bytes of one message and end in the next. */
  function bytes(base64: string, leaves: Leaf[] | undefined, place: string, isSnapshot: boolean): unknown {
    const raw = bytesIn(base64);
    const written = (masked: string): string => (masked === raw ? base64 : inBase64(masked));
    if (leaves === undefined) return written(text(raw));
    const leaf = { raw, place, isSnapshot, text: text(raw), toJSON: () => written(leaf.text) };
    leaves.push(leaf);
    return leaf;
  }

  function value(input: unknown, leaves?: Leaf[], place = '', isSnapshot = false): unknown {
    if (typeof input === 'string') return leafOr(input, leaves, place, isSnapshot);
    if (typeof input === 'number') return numbers.has(input) || plain(String(input)) !== String(input) ? mask : input;
    // Items of a list continue each other, like the chunks of a message.
    if (Array.isArray(input)) return input.map((part) => value(part, leaves, place, isSnapshot));
    if (typeof input !== 'object' || input === null) return input;
    // Headers and variables of MCP servers come as pairs of name and value.
    const name = 'name' in input && typeof input.name === 'string' ? input.name : undefined;
    const isNamed = name !== undefined && (hides(name) || isHidden?.(name) === true);
    const inside = leaves === undefined ? '' : `${place}${identityOf(input)}`;
    return Object.fromEntries(
      Object.entries(input).map(([key, part]) => {
        if (hides(key) || (isNamed && key === 'value')) return [plain(key), mask];
        const isToldAnew = isSnapshotIn(input, key) ?? isSnapshot;
        const base64 = terminalData(input, key);
        if (base64 !== undefined) {
          // Whole output and chunks of a terminal continue each other.
          const data = bytes(base64, leaves, `${place}${terminalOf(input)}`, isToldAnew);
          if (!isObject(part)) return [key, data];
          return [key, { ...(value({ ...part, data: null }, leaves, `${inside}/${key}`, isToldAnew) as object), data }];
        }
        const rest = withoutNamed(key, part);
        return [plain(key), value(rest, isName(key) ? undefined : leaves, `${inside}/${key}`, isToldAnew)];
      }),
    );
  }

  return { spellings, hides, text, value };
}

/** Returns whether a key holds a name or identifier, which is never continued in another message. */
const isName = (key: string): boolean =>
  /Id$|^(jsonrpc|id|method|sessionUpdate|type|kind|status|role|mimeType)$/.test(key);

/** Returns whether each value of a key replaces the one before (true) or continues it (false); `undefined` if unknown. */
function isSnapshotIn(input: object, key: string): boolean | undefined {
  if (/^terminal_output|delta$/i.test(key)) return false;
  // A permission request describes a tool call as an update does, and an agent reads the whole output of a terminal repeatedly.
  if (key === 'toolCall' || key === 'output') return true;
  return 'sessionUpdate' in input ? !String(input.sessionUpdate).endsWith('_chunk') : undefined;
}

/** Returns the output of a terminal in base64 that a key holds: a chunk of it, or all of it within an update. */
function terminalData(input: object, key: string): string | undefined {
  const update = 'sessionUpdate' in input ? input.sessionUpdate : undefined;
  const part: unknown = (input as Readonly<Record<string, unknown>>)[key];
  if (update === 'terminal_output_chunk') return key === 'data' && typeof part === 'string' ? part : undefined;
  if (update !== 'terminal_update' || key !== 'output' || !isObject(part)) return undefined;
  return typeof part['data'] === 'string' ? part['data'] : undefined;
}

function terminalOf(input: object): string {
  return JSON.stringify(['terminal', 'terminalId' in input ? input.terminalId : undefined]);
}

/** Returns the identity of a message, tool call or terminal, which its chunks share. */
function identityOf(input: object): string {
  const named = Object.entries(input).filter(([key, part]) => /Id$|^method$/.test(key) && typeof part === 'string');
  const update = 'sessionUpdate' in input ? String(input.sessionUpdate).replace(/(_content)?_(chunk|update)$/, '') : '';
  return JSON.stringify([update, ...named]);
}

/** Parses a text that is JSON as a whole, as the input of a tool often is. */
function jsonIn(text: string): unknown {
  return /^\s*["[{]/.test(text) ? parsedJson(text) : undefined;
}
