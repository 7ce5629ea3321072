import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from './event.ts';
import { foldedSession } from './folded.ts';
import { readUpdate } from './read-update.ts';
import { applyEvents } from './reduce/apply.ts';
import { newSessionState } from './state.ts';
import { naiveFold } from './test-support/naive-model.ts';
import { Traffic } from './traffic.ts';

interface Case {
  readonly rule: string;
  readonly description: string;
  readonly updates?: readonly unknown[];
  readonly state?: unknown;
  readonly messages?: readonly unknown[];
  readonly sessions?: Readonly<Record<string, unknown>>;
}

const folder = new URL('../../../../conformance/session/', import.meta.url);
const cases = readdirSync(folder).map((name) => {
  const value: Case = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  return { name, ...value };
});

/** The events of a case, by session. */
function eventsOf({ updates, messages }: Case): Map<string, SessionEvent[]> {
  if (updates !== undefined) return new Map([['', updates.map((update, index) => readUpdate(update, index + 1))]]);
  const events = new Map<string, SessionEvent[]>();
  const traffic = new Traffic({
    event: (sessionId, event) => events.set(sessionId, [...(events.get(sessionId) ?? []), event]),
    problem(problem) {
      throw new Error(problem);
    },
  });
  for (const [index, message] of (messages ?? []).entries()) traffic.read(message, undefined, index + 1);
  return events;
}

/** What the case expects, by session. */
function expected({ state, sessions }: Case): unknown {
  return sessions ?? { '': state };
}

function folded(one: Case, fold: (events: SessionEvent[]) => unknown): unknown {
  const states = [...eventsOf(one)].map(([sessionId, events]) => {
    const state = JSON.parse(JSON.stringify(fold(events)));
    for (const diagnostic of state.diagnostics) delete diagnostic.detail;
    for (const turn of state.turns ?? []) delete turn.prompt;
    return [sessionId, state];
  });
  return Object.fromEntries(states);
}

/** The rules about November, which has its own naive model and no cases yet. */
const isOfNovember = (rule: string | undefined) => Number(rule?.slice(2)) >= 56;

describe('conformance cases', () => {
  test.each(cases)('[$rule] $name: $description', (one) => {
    expect(folded(one, (events) => foldedSession(applyEvents(newSessionState(), events)))).toEqual(expected(one));
    expect(folded(one, naiveFold)).toEqual(expected(one));
  });

  test('[SE1] there are cases for every rule that a stream can show, each named after its rule', () => {
    const spec = readFileSync(new URL('./SPEC.md', import.meta.url), 'utf8');
    const rules = new Set([...spec.matchAll(/^- (SE\d+)\./gm)].map((match) => match[1]));
    expect(cases.length).toBeGreaterThanOrEqual(120);
    expect(cases.filter(({ rule, name }) => !rules.has(rule) || !name.startsWith(`${rule.toLowerCase()}-`))).toEqual(
      [],
    );
    const shown = new Set(cases.map(({ rule }) => rule));
    const withoutCase = [...rules].filter((rule) => rule !== undefined && !shown.has(rule));
    // Purity, identity, limits, replay, the store, cost and problems of a stream are not seen in a folded state.
    const unseen = ['SE2', 'SE3', 'SE44', 'SE45', 'SE46', 'SE47', 'SE48', 'SE49', 'SE50', 'SE54', 'SE55'];
    expect(withoutCase.filter((rule) => !isOfNovember(rule))).toEqual(unseen);
  });
});
