import { isObject } from '../../protocol/reading/guard.ts';
import type { SeenFrame } from './verdict.ts';

/** How many kinds of messages are named. */
const mostKinds = 6;

/** Returns what a peer has sent, in a few words: the kinds of its messages in the order in which they came first, with their number. */
export function seenWords(frames: readonly SeenFrame[]): string {
  const counts = new Map<string, number>();
  for (const frame of frames) {
    const kind = kindOf(frame);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (counts.size === 0) return 'nothing';
  const kinds = [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} (${count} times)`));
  const more = kinds.length > mostKinds ? [`${kinds.length - mostKinds} other kinds`] : [];
  return [...kinds.slice(0, mostKinds), ...more].join(', ');
}

function kindOf({ message, text }: SeenFrame): string {
  if (text !== undefined) return 'a line that is no JSON';
  if (!isObject(message)) return 'JSON that is no message';
  if (typeof message['method'] !== 'string') return 'error' in message ? 'an error' : 'an answer';
  const update = isObject(message['params']) ? message['params']['update'] : undefined;
  const tag = isObject(update) ? update['sessionUpdate'] : undefined;
  return typeof tag === 'string' ? `${message['method']} ${tag}` : message['method'];
}
