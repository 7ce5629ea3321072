import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isObject } from '../reading/guard.ts';

interface Checked {
  readonly success: boolean;
  readonly data?: unknown;
}

// The official library keeps the checks that its client runs on every update to itself.
const entry = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk/experimental/v2');
const file = new URL('../schema/zod.gen.js', pathToFileURL(entry));

/** The check that the official library runs on every update. */
export const { zSessionUpdate } = (await import(file.href)) as {
  zSessionUpdate: { safeParse(value: unknown): Checked };
};

/** What the official library drops without a word, so that a value could be gone though its update is accepted. */
const dropped: ReadonlySet<string> = new Set(
  'content locations changes patch annotations audience priority uri size icons cost title kind status name capabilities description category options entries input line mimeType _meta'.split(
    ' ',
  ),
);

/** Returns the places of what was sent and is not among what the official library has read. */
export function missing(sent: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(sent)) {
    if (!Array.isArray(read) || read.length !== sent.length) return [`${path} (a list)`];
    return sent.flatMap((item, index) => missing(item, read[index], `${path}[${index}]`));
  }
  if (!isObject(sent)) return sent === read ? [] : [path];
  if (!isObject(read)) return [path];
  return Object.entries(sent).flatMap(([key, value]) => {
    if (key in read) return missing(value, read[key], `${path}.${key}`);
    return dropped.has(key) ? [`${path}.${key}`] : [];
  });
}
