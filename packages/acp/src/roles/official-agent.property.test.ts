import { setImmediate as nextTask } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { bridge } from '../bridge/live/bridge.ts';
import { PlainClient } from '../bridge/test-support/plain-client.ts';
import { StrictWire } from '../bridge/test-support/strict-wire.ts';
import { foldedSession } from '../session/folded.ts';
import { modelledNovember } from '../session/test-support/november-model.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { connect } from './client/connect.ts';
import type { ClientEvent } from './client/options.ts';
import { anyPlan, type Fate, type Plan, RandomOfficialAgent } from './test-support/random-official-agent.ts';
import { wireEvents } from './test-support/wire-events.ts';

type Step =
  | { readonly do: 'prompt'; readonly plan: Plan; readonly waits: boolean }
  | { readonly do: 'cancel' | 'pause' };

const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('prompt' as const), plan: anyPlan, waits: fc.boolean() }) },
    { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'cancel' }, { do: 'pause' }) },
  ),
  { minLength: 1, maxLength: 8 },
);

/** How a prompt ended for the client. */
type Ended = { readonly response: unknown } | { readonly error: { readonly code: number; readonly message: string } };

const patience = 900_000;

/** Plays the steps with our client and the agent of the official SDK; returns everything that was seen of both. */
async function played(steps: readonly Step[], answers: readonly number[]) {
  const official = new RandomOfficialAgent();
  const [near, far] = memoryPair();
  const wire = new StrictWire('november');
  official.serve(far);
  const events: ClientEvent[] = [];
  let asked = 0;
  const choice = () => answers[asked++ % answers.length] as number;
  const client = await connect(wire.watch(near, 'client'), {
    onEvent: (event) => void events.push(event),
    requestPermission: async (_, { signal }) => {
      const number = choice() % 4;
      if (number === 0) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      if (number === 1) await nextTask();
      return number === 3 ? { outcome: 'cancelled' } : 'yes';
    },
    elicitation: {
      form: async () => (choice() % 2 === 0 ? { action: 'decline' } : { action: 'accept', content: { name: 'Ann' } }),
      url: async () => ({ action: 'accept' }),
    },
  });
  const session = await client.newSession({ cwd: '/w' });
  const ends: { readonly text: string; ended: Ended | undefined; count: number }[] = [];

  async function quiet(patience: number): Promise<boolean> {
    for (let task = 0; task < patience; task += 1) {
      await nextTask();
      if (!official.isBusy && ends.every(({ ended }) => ended !== undefined)) return true;
    }
    return false;
  }

  for (const [index, step] of steps.entries()) {
    if (step.do === 'cancel') session.cancel();
    if (step.do === 'pause') await nextTask();
    if (step.do === 'prompt') {
      const text = JSON.stringify({ ...step.plan, index });
      const end: (typeof ends)[number] = { text, ended: undefined, count: 0 };
      ends.push(end);
      const settle = (ended: Ended) => {
        end.ended = ended;
        end.count += 1;
      };
      session.prompt(text).then(
        (response) => settle({ response }),
        (error) => settle({ error }),
      );
      if (step.waits) await quiet(30);
    }
  }
  for (let patience = 0; !(await quiet(60)); patience += 1) {
    expect(patience).toBeLessThan(50);
    session.cancel();
  }
  await client.close();
  return { wire, events, ends, session, fates: official.fates };
}

/** Checks that a prompt ended as the agent meant it to. */
function checkEnd(ended: Ended | undefined, fate: Fate | undefined): void {
  if (fate !== undefined && 'code' in fate) {
    // The SDK may handle a cancel after a prompt that was sent behind it; only what the person cancelled is no error.
    const isCancelled = fate.code === -32800 && ended !== undefined && 'response' in ended;
    if (isCancelled) expect(ended).toEqual({ response: { stopReason: 'cancelled' } });
    else expect(ended).toMatchObject({ error: { code: fate.code } });
    return;
  }
  const { stopReason, error, ...rest } = (fate ?? { idle: {} }).idle as { stopReason: string; error?: object };
  if (stopReason !== 'error') expect(ended).toEqual({ response: { stopReason, ...rest } });
  else expect(ended).toMatchObject({ error: error ?? { code: -32603 } });
}

test(
  '[N50] [N71] [N91] our client folds all that an agent of the official SDK says, and every prompt ends once',
  async () => {
    const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
    let turns = 0;
    await fc.assert(
      fc.asyncProperty(anySteps, fc.array(fc.nat(20), { minLength: 4, maxLength: 4 }), async (steps, answers) => {
        const { wire, events, ends, session, fates } = await played(steps, answers);
        turns += ends.length;
        expect([wire.complaints, events, wire.errors('client')]).toEqual([[], [], []]);
        expect(ends.map(({ count }) => count)).toEqual(ends.map(() => 1));
        for (const { text, ended } of ends) checkEnd(ended, fates.get(text));
        const { diagnostics: told, ...folded } = JSON.parse(JSON.stringify(foldedSession(session.state)));
        const { diagnostics, ...wanted } = modelledNovember(wireEvents(wire.messages));
        expect(folded).toEqual(wanted);
        const codes = (all: { code: string }[]) => all.map(({ code }) => code);
        expect(codes(told)).toEqual(codes(diagnostics as { code: string }[]));
      }),
      { numRuns: counts({ short: 25, long: 200 }) },
    );
    expect(complained.mock.calls).toEqual([]);
    expect(turns).toBeGreaterThan(counts({ short: 25, long: 500 }));
  },
  patience,
);

const handshakes = {
  v1: { protocolVersion: 1, clientCapabilities: {} },
  june: { protocolVersion: 2, clientInfo: { name: 'plain', version: '1' }, capabilities: {} },
} as const;

/** Plays the steps with a client of another dialect, through a bridge. */
async function playedThrough(dialect: 'v1' | 'june', steps: readonly Step[], answers: readonly number[]) {
  const official = new RandomOfficialAgent();
  const [near, clientEnd] = memoryPair();
  const [agentEnd, far] = memoryPair();
  const wire = new StrictWire(dialect);
  official.serve(far);
  void bridge(clientEnd, agentEnd, {});
  let asked = 0;
  const client = new PlainClient(wire.watch(near, 'client'), (method) => {
    const choice = answers[asked++ % answers.length] as number;
    if (method !== 'session/request_permission' || choice % 4 === 0) return undefined;
    return { outcome: choice % 2 === 0 ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: 'yes' } };
  });
  await client.request('initialize', handshakes[dialect]);
  await client.request('session/new', { cwd: '/w', mcpServers: [] });
  const ends: { readonly text: string; isCancelled: boolean; ended: Record<string, unknown> | undefined }[] = [];
  async function quiet(patience: number): Promise<boolean> {
    for (let task = 0; task < patience; task += 1) {
      await nextTask();
      if (!official.isBusy && ends.every(({ ended }) => ended !== undefined)) return true;
    }
    return false;
  }
  const cancel = () => {
    for (const end of ends) end.isCancelled ||= end.ended === undefined;
    client.notify('session/cancel', { sessionId: 's' });
  };
  for (const [index, step] of steps.entries()) {
    if (step.do === 'cancel') cancel();
    if (step.do === 'pause') await nextTask();
    if (step.do === 'prompt') {
      const end: (typeof ends)[number] = {
        text: JSON.stringify({ ...step.plan, index }),
        isCancelled: false,
        ended: undefined,
      };
      ends.push(end);
      const prompt = [{ type: 'text', text: end.text }];
      void client.request('session/prompt', { sessionId: 's', prompt }).then((response) => {
        end.ended = response;
      });
      if (step.waits) await quiet(30);
    }
  }
  for (let patience = 0; !(await quiet(60)); patience += 1) {
    expect(patience).toBeLessThan(50);
    cancel();
  }
  await near.close();
  return { wire, ends, fates: official.fates };
}

/** Returns the answer to a prompt that became what the agent says. */
function answerOf(fate: Fate | undefined, isCancelled: boolean, dialect: 'v1' | 'june'): unknown {
  if (fate === undefined || 'code' in fate) {
    const isTaken = fate?.code === -32800 && isCancelled;
    return isTaken ? { result: { stopReason: 'cancelled' } } : { error: { code: fate?.code } };
  }
  const { stopReason, error, ...rest } = fate.idle;
  if (stopReason === 'error') return { error: error ?? { code: -32603 } };
  // v1 knows no other reasons than its own.
  return { result: { stopReason: dialect === 'v1' && stopReason === '_own' ? 'end_turn' : stopReason, ...rest } };
}

test.each(['june', 'v1'] as const)(
  '[N91] [N92] [N93] [N102] a %s client gets nothing but its dialect of an agent of the official SDK, and an answer to every prompt',
  async (dialect) => {
    const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
    let turns = 0;
    await fc.assert(
      fc.asyncProperty(anySteps, fc.array(fc.nat(20), { minLength: 4, maxLength: 4 }), async (steps, answers) => {
        const { wire, ends, fates } = await playedThrough(dialect, steps, answers);
        turns += ends.length;
        expect(wire.complaints).toEqual([]);
        // To older readers these would be valid, as something that they do not know.
        const foreign = ['state_update', 'terminal_update', 'terminal_output_chunk'];
        expect(wire.updates.filter(({ sessionUpdate }) => foreign.includes(String(sessionUpdate)))).toEqual([]);
        for (const { text, isCancelled, ended } of ends)
          expect(ended).toMatchObject(answerOf(fates.get(text), isCancelled, dialect) as object);
      }),
      { numRuns: counts({ short: 20, long: 200 }) },
    );
    expect(complained.mock.calls).toEqual([]);
    expect(turns).toBeGreaterThan(counts({ short: 20, long: 500 }));
  },
  patience,
);
