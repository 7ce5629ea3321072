import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { TypeReader } from '../../../protocol/reading/method.ts';
import type { TakeNote } from '../../ledger.ts';
import { readLeniently } from '../../reading.ts';
import type { NovemberDiff } from '../diff-to-november.ts';
import { mapped } from '../mapped.ts';
import * as november from '../november.ts';

// Agents written with this library write June, and beside it what only November has. Most of that June reads as unknown, but a diff with
// `changes` it would refuse. Such a diff is put in an envelope while the message that it came in is read.

const envelope = '_emend/november-diff';

function hide(item: unknown): unknown {
  const isDiff = isObject(item) && item['type'] === 'diff' && item['changes'] !== undefined && november.Diff.is(item);
  return isDiff ? { type: envelope, diff: item } : item;
}

function hideIn(call: JsonObject): JsonObject {
  const { content } = call;
  const hidden = Array.isArray(content) ? mapped(content, hide) : hide(content);
  return hidden === content ? call : { ...call, content: hidden };
}

/** Returns the params of an update or a permission request with the November diffs of its tool call in envelopes. */
export function withHiddenDiffs(params: unknown): unknown {
  if (!isObject(params)) return params;
  for (const key of ['update', 'toolCall']) {
    const call = params[key];
    if (!isObject(call)) continue;
    const hidden = hideIn(call);
    return hidden === call ? params : { ...params, [key]: hidden };
  }
  return params;
}

/** Reads the params of an update or a permission request in June, leniently; November diffs in its tool call are kept. */
export function readWithDiffs<T>(
  reader: TypeReader<T>,
  params: unknown,
  note: TakeNote,
): ReturnType<typeof readLeniently<T>> {
  return readLeniently(reader, withHiddenDiffs(params), note);
}

/** Returns the diff in an envelope; `undefined` if the value is none. */
export function revealedDiff(item: { readonly type: string }): (NovemberDiff & november.ToolCallContent) | undefined {
  if (item.type !== envelope) return undefined;
  return (item as unknown as { readonly diff: NovemberDiff & november.ToolCallContent }).diff;
}
