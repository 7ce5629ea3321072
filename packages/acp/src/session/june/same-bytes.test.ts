import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../event.ts';
import { foldedSession } from '../folded.ts';
import { readUpdate } from '../read-update.ts';
import { applyEvent } from '../reduce/apply.ts';
import { replayOf } from '../replay.ts';
import { newSessionState, type SessionState } from '../state.ts';
import { Traffic } from '../traffic.ts';

const folder = new URL('../../../../../conformance/session/', import.meta.url);

/** The hash of everything that the June streams of the conformance data folded to before November was known, words of diagnostics included. */
const frozen = '97ba9573c733afbe9b36e6e2a6d46a5c245e1c353ddef475f3f2893301268b2d';

test('[N90] June streams fold to the same bytes as before November was known', () => {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    const { updates, messages = [], dialect } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    if (dialect === 'november') continue;
    const states = new Map<string, SessionState>();
    const take = (id: string, event: SessionEvent) =>
      states.set(id, applyEvent(states.get(id) ?? newSessionState(), event));
    for (const [index, update] of (updates ?? []).entries()) take('', readUpdate(update, index + 1));
    const traffic = new Traffic({ event: take, problem: () => {} });
    for (const [index, message] of messages.entries()) traffic.read(message, undefined, index + 1);
    for (const [id, state] of states) hash.update(JSON.stringify([name, id, foldedSession(state), replayOf(state)]));
  }
  // Cases that are added or changed change it, too: compute it with a build in which these pass.
  expect(hash.digest('hex')).toBe(frozen);
});
