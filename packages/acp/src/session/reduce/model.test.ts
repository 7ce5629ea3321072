import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { SessionEvent } from '../event.ts';
import { foldedSession } from '../folded.ts';
import { readUpdate } from '../read-update.ts';
import { replayOf } from '../replay.ts';
import { newSessionState, type SessionState } from '../state.ts';
import { naiveFold } from '../test-support/naive-model.ts';
import { anyEvent, anyStream } from '../test-support/random-events.ts';
import { applyEvent, applyEvents } from './apply.ts';

/** The folded state as it would be written, without the words of the diagnostics. */
function plain(state: SessionState): Record<string, unknown> {
  const folded = JSON.parse(JSON.stringify(foldedSession(state)));
  for (const diagnostic of folded.diagnostics) delete diagnostic.detail;
  return folded;
}

/** What the model says, as it would be written. */
function modelled(events: Parameters<typeof naiveFold>[0]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(naiveFold(events)));
}

/** Compares fast, and tells the difference in full only where there is one. */
function expectSame(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
}

const patience = 900_000;

test(
  '[SE1] the reducer and a naive model agree on every random stream',
  () => {
    fc.assert(
      fc.property(anyStream, (events) => {
        expectSame(plain(applyEvents(newSessionState(), events)), modelled(events));
      }),
      { numRuns: counts({ short: 300, long: 3_000 }) },
    );
  },
  patience,
);

test(
  '[SE2] no kept snapshot changes, and whoever goes on from one gets a history of their own',
  () => {
    fc.assert(
      fc.property(anyStream, anyStream, fc.nat(), (first, second, cut) => {
        const at = cut % (first.length + 1);
        const kept = applyEvents(newSessionState(), first.slice(0, at));
        const text = JSON.stringify(foldedSession(kept));
        const mainLine = applyEvents(kept, first.slice(at));
        const fork = applyEvents(kept, second);
        const again = applyEvents(kept, first.slice(at));
        expect(JSON.stringify(foldedSession(kept))).toBe(text);
        expectSame(plain(mainLine), modelled(first));
        expectSame(plain(again), modelled(first));
        expectSame(plain(fork), modelled([...first.slice(0, at), ...second]));
      }),
      { numRuns: counts({ short: 200, long: 1_500 }) },
    );
  },
  patience,
);

test(
  '[SE3] an event that changes nothing gives the same object',
  () => {
    fc.assert(
      fc.property(anyStream, anyEvent, (events, event) => {
        const state = applyEvents(newSessionState(), events);
        const once = applyEvent(state, event);
        const twice = applyEvent(once, event);
        if (event.type !== 'update' || once.diagnostics !== state.diagnostics || twice.diagnostics !== once.diagnostics)
          return;
        const tag = event.update.sessionUpdate;
        // Appending and unknown updates are meant to add up; everything else says the same thing twice.
        if (tag.endsWith('_chunk') || twice.timeline !== once.timeline) return;
        expect(twice).toBe(once);
      }),
      { numRuns: counts({ short: 250, long: 3_000 }) },
    );
  },
  patience,
);

/** A folded state as a conversation: the timeline with everything in it, and the prompts that no message stands for in their places. */
function conversation({ turns, permissions: _, diagnostics: __, ...shown }: Record<string, unknown>): unknown {
  const messages = [...(shown.messages as Json[])];
  const timeline: Json[] = [];
  const places = [...(shown.timeline as Json[]), undefined];
  for (const [place, entry] of places.entries()) {
    for (const [number, turn] of ((turns ?? []) as Json[]).entries()) {
      if (turn.start !== place || turn.prompt === undefined) continue;
      timeline.push({ message: `prompt-${number}` });
      messages.push({ messageId: `prompt-${number}`, kind: 'user', content: turn.prompt });
    }
    if (entry !== undefined) timeline.push(entry);
  }
  const byId = (left: Json, right: Json) => String(left.messageId).localeCompare(String(right.messageId));
  return { ...shown, messages: messages.sort(byId), timeline };
}

type Json = Readonly<Record<string, unknown>>;

test(
  '[SE46] a replay of a state rebuilds what it shows, with the prompts that no message stands for',
  () => {
    fc.assert(
      fc.property(anyStream, (events) => {
        const state = applyEvents(newSessionState(), events);
        const rebuilt = replayed(state);
        expectSame(conversation(plain(rebuilt)), conversation(plain(state)));
        expectSame(replayOf(rebuilt), replayOf(state));
        expect(rebuilt.diagnostics.toArray().filter(({ code }) => code.startsWith('malformed'))).toEqual([]);
      }),
      { numRuns: counts({ short: 200, long: 1_500 }) },
    );
  },
  patience,
);

/** A state made of the replay of another, as it would cross a wire. */
function replayed(state: SessionState): SessionState {
  const updates = JSON.parse(JSON.stringify(replayOf(state))) as unknown[];
  return applyEvents(
    newSessionState(),
    updates.map((update) => readUpdate(update, undefined, 'strict')),
  );
}

test('[SE46] a prompt that was not told back has an id of its own, the same in each replay, where its turn began', () => {
  const prompt = (text: string): SessionEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });
  const said = (sessionUpdate: 'user_message' | 'agent_message', messageId: string, text: string): SessionUpdate => ({
    sessionUpdate,
    messageId,
    content: [{ type: 'text', text }],
  });
  const update = (value: SessionUpdate): SessionEvent => ({ type: 'update', update: value });
  const answered: SessionEvent = { type: 'turn_ended', stopReason: 'end_turn' };
  const events = [
    prompt('one'),
    update(said('agent_message', 'a', 'first')),
    answered,
    prompt('two'),
    update(said('user_message', 'u', 'two')),
    update(said('agent_message', 'prompt-2', 'an id of the agent')),
    answered,
    prompt('three'),
    prompt('waits'),
  ];
  const wanted = [
    said('user_message', 'prompt-0', 'one'),
    said('agent_message', 'a', 'first'),
    said('user_message', 'u', 'two'),
    said('agent_message', 'prompt-2', 'an id of the agent'),
    said('user_message', "prompt-2'", 'three'),
  ];
  const state = applyEvents(newSessionState(), events);
  expect(replayOf(state)).toEqual(wanted);
  // Whoever goes on from a replay counts turns anew, and no prompt is written over another.
  const later = applyEvents(replayed(state), [prompt('four'), answered]);
  expect(replayOf(later)).toEqual([...wanted, said('user_message', "prompt-0'", 'four')]);
});
