import type { Position } from '../event.ts';
import { type SessionState, withParts } from '../state.ts';
import { fingerprintOf } from '../structures/fingerprint.ts';
import { patched } from './patch.ts';
import { quoted, reported } from './report.ts';

/** A raw value after a patch; `dropped` is the fingerprint of one that was too long to keep. */
interface PatchedRaw {
  readonly value: unknown;
  readonly dropped: string | undefined;
  readonly isNewlyDropped: boolean;
}

/** Patches a raw value within a limit. One that is too long counts as absent, and the same one again changes nothing. */
export function patchedRaw(current: unknown, dropped: string | undefined, next: unknown, limit: number): PatchedRaw {
  if (next === undefined) return { value: current, dropped, isNewlyDropped: false };
  const text = limit === Number.POSITIVE_INFINITY || next === null ? '' : JSON.stringify(next);
  if (text.length <= limit) return { value: patched(current, next), dropped: undefined, isNewlyDropped: false };
  const fingerprint = fingerprintOf(text);
  return { value: undefined, dropped: fingerprint, isNewlyDropped: fingerprint !== dropped };
}

/** Reports that raw values of a tool call were not kept. */
export function reportRaw(state: SessionState, toolCallId: string, count: number, at: Position): SessionState {
  return count === 0 ? state : reportLong(state, `a raw value of ${quoted(toolCallId)}`, count, at);
}

/** Reports that something was too long to keep. */
export function reportLong(state: SessionState, what: string, count: number, at: Position): SessionState {
  const counted = withParts(state, {
    dropped: { ...state.dropped, rawValues: state.dropped.rawValues + count },
  });
  return reported(counted, 'limit_reached', at, `${what} is too long to be kept`);
}
