import { setImmediate as nextTask } from 'node:timers/promises';
import { type ClientContext, client, RequestError, type SessionUpdate } from '@agentclientprotocol/sdk/experimental/v2';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { streamOver } from '../../../../../test/support/official-stream.ts';
import { bridge } from '../../bridge/live/bridge.ts';
import { type Passed, StrictWire } from '../../bridge/test-support/strict-wire.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { missing } from '../../protocol/test-support/official-library.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import { endOf, randomAgent, type Tape, tapePrompt } from './random-agent.ts';

/** What the person at a client does next. */
export type Step =
  | { readonly do: 'prompt'; readonly tape: Tape; readonly waits: boolean }
  | { readonly do: 'cancel' | 'pause' | 'set' | 'list' | 'resume' | 'replay' | 'cancel-one' };

/** A random conversation: what the person does, and how questions are answered. */
export interface Conversation {
  readonly steps: readonly Step[];
  readonly answers: readonly number[];
  readonly isStored: boolean;
}

const tape = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('prompt' as const), tape, waits: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...(['cancel', 'pause', 'pause', 'set', 'list', 'resume', 'replay', 'cancel-one'] as const))
      .map((each) => ({ do: each })),
  },
);

/** Any conversation. */
export const anyConversation: fc.Arbitrary<Conversation> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  answers: fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }),
  isStored: fc.boolean(),
});

interface Prompted {
  readonly tape: Tape;
  /** Whether a cancel was sent while it was open. */
  isCancelled: boolean;
  messageId?: string;
  error?: RequestError;
}

/** Serves the random agent; with `speaks` to clients of these dialects only, behind a bridge. */
function randomAgentAt(transport: Transport, { isStored }: Conversation, speaks: readonly Dialect[] | undefined): void {
  const served = agent({ ...randomAgent, ...(isStored && { sessions: { log: new MemoryLog() } }) });
  const options = { onEvent: () => {}, bridge: { ...(speaks !== undefined && { dialects: speaks }) } };
  if (speaks === undefined) {
    serve(served, transport, options);
    return;
  }
  const [far, near] = memoryPair();
  serve(served, far, options);
  void bridge(transport, near, { graceTime: 1 });
}

/** Lets the client of the official SDK have a conversation with the random agent, and checks everything that it gets. */
export async function converse(conversation: Conversation, speaks?: readonly Dialect[]): Promise<number> {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  const [near, far] = memoryPair();
  const wire = new StrictWire('november');
  const read: SessionUpdate[] = [];
  const prompts: Prompted[] = [];
  randomAgentAt(far, conversation, speaks);
  await clientOf(conversation, read).connectWith(streamOver(wire.watch(near, 'client')), (context) =>
    talk(context, conversation, speaks, prompts, read),
  );
  const told = wire.updates;
  expect(wire.complaints).toEqual([]);
  expect(complained.mock.calls).toEqual([]);
  // Nothing was dropped by a validator, neither an update nor a part of one.
  expect(told.flatMap((each, index) => missing(each, read[index], String(each['sessionUpdate'])))).toEqual([]);
  expect(read).toHaveLength(told.length);
  const isOwn = ({ error }: Record<string, unknown>) => isObject(error) && error['message'] === 'The dialog failed';
  expect(wire.errors('client').filter((each) => !isOwn(each))).toEqual([]);
  expect(runningWhileAsking(wire.messages)).toEqual([]);
  checkPrompts(prompts, told, speaks);
  complained.mockRestore();
  return prompts.length;
}

/**
 * Returns the states that say that work goes on while the person is still asked something that belongs to it. What is asked
 * while nothing runs belongs to work in the background, which a later turn does not wait for.
 */
function runningWhileAsking(messages: readonly Passed[]): unknown[] {
  const open = new Set<unknown>();
  let isIdle = true;
  return messages.filter(({ from, message: { id, method, params } }) => {
    const asks = method === 'session/request_permission' || method === 'elicitation/create';
    const { requestId, update } = isObject(params) ? params : {};
    if (from === 'agent' && asks && !isIdle) open.add(id);
    if (from === 'client' && method === undefined) open.delete(id);
    if (from === 'agent' && method === '$/cancel_request') open.delete(requestId);
    if (!isObject(update) || update['sessionUpdate'] !== 'state_update') return false;
    isIdle = update['state'] === 'idle';
    if (isIdle) open.clear();
    return open.size > 0 && update['state'] === 'running';
  });
}

const withdrawn = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** A client that answers questions in all ways, and keeps the updates as the SDK has read them. */
function clientOf({ answers }: Conversation, read: SessionUpdate[]) {
  let asked = 0;
  const choice = () => answers[asked++ % answers.length] as number;
  return client({ name: 'official' })
    .onNotification('session/update', ({ params }) => void read.push(params.update))
    .onRequest('session/request_permission', async ({ params, signal }) => {
      const { options } = params;
      switch (choice() % 7) {
        case 0:
          await withdrawn(signal);
          return { outcome: { outcome: 'cancelled' } };
        case 1:
          return { outcome: { outcome: '_later', until: 5 } };
        case 2:
          return { outcome: { outcome: 'selected', optionId: 'nobody' } };
        case 3:
          await nextTask();
          return { outcome: { outcome: 'cancelled' } };
        case 4:
          throw new RequestError(-32603, 'The dialog failed');
        default:
          await nextTask();
          return { outcome: { outcome: 'selected', optionId: String(options[0]?.optionId) } };
      }
    })
    .onRequest('elicitation/create', async ({ signal }) => {
      switch (choice() % 5) {
        case 0:
          await withdrawn(signal);
          return { action: 'cancel' };
        case 1:
          return { action: 'decline' };
        case 2:
          return { action: '_later' };
        default:
          await nextTask();
          return { action: 'accept', content: { name: 'Ann', age: 7 } };
      }
    })
    .onNotification('elicitation/complete', () => {});
}

async function talk(
  context: ClientContext,
  { steps, answers, isStored }: Conversation,
  speaks: readonly Dialect[] | undefined,
  prompts: Prompted[],
  read: readonly SessionUpdate[],
): Promise<void> {
  await context.request('initialize', {
    protocolVersion: 2,
    info: { name: 'official', version: '1' },
    capabilities: (answers[0] as number) % 2 === 0 ? { elicitation: { form: {}, url: {} } } : {},
  });
  const { sessionId } = await context.request('session/new', { cwd: '/w' });
  // An agent of another dialect that stores no sessions has nothing to list, and none to open again.
  const mayList = isStored || speaks === undefined || speaks.includes('november');
  const refused = (error: RequestError) => expect([isStored, error.code]).toEqual([false, expect.any(Number)]);
  const others: Promise<unknown>[] = [];
  const isSettled = (each: Prompted) => each.messageId !== undefined || each.error !== undefined;
  const isQuiet = () => {
    const state = read.findLast(({ sessionUpdate }) => sessionUpdate === 'state_update');
    return prompts.every(isSettled) && (state === undefined || ('state' in state && state.state === 'idle'));
  };
  /** Waits until nothing happens any more; returns whether it came to that. */
  async function quiet(patience: number): Promise<boolean> {
    let since = 0;
    for (let task = 0; task < patience; task += 1) {
      await nextTask();
      since = isQuiet() ? since + 1 : 0;
      if (since > 5) return true;
    }
    return false;
  }
  async function cancel(): Promise<void> {
    for (const each of prompts) each.isCancelled = true;
    await context.notify('session/cancel', { sessionId });
  }
  for (const each of steps) {
    switch (each.do) {
      case 'prompt': {
        const prompted: Prompted = { tape: each.tape, isCancelled: false };
        prompts.push(prompted);
        const prompt = [{ type: 'text' as const, text: tapePrompt(each.tape) }];
        const answered = context.request('session/prompt', { sessionId, prompt }).then(
          ({ messageId }) => Object.assign(prompted, { messageId }),
          (error) => Object.assign(prompted, { error }),
        );
        others.push(answered);
        if (each.waits) await quiet(30);
        break;
      }
      case 'cancel':
        await cancel();
        break;
      case 'pause':
        await nextTask();
        break;
      case 'set': {
        // The agent may have taken the option away.
        const setting = { sessionId, configId: 'fast', type: 'boolean' as const, value: true };
        const isGone = (error: RequestError) => expect(error.code).toBe(-32602);
        others.push(context.request('session/set_config_option', setting).catch(isGone));
        break;
      }
      case 'list':
        if (!mayList) break;
        expect((await context.request('session/list', {})).sessions).toMatchObject([{ sessionId, cwd: '/w' }]);
        break;
      case 'resume':
      case 'replay': {
        // A stored session is opened again, and what runs in it is cancelled.
        for (const prompted of prompts) prompted.isCancelled = true;
        const replayFrom = each.do === 'replay' ? { replayFrom: { type: 'start' as const } } : {};
        others.push(context.request('session/resume', { sessionId, cwd: '/w', ...replayFrom }).catch(refused));
        break;
      }
      case 'cancel-one':
        others.push(context.request('tool_call/cancel', { sessionId, toolCallId: 'c0' }).catch(() => {}));
        break;
    }
  }
  if (!(await quiet(60))) await cancel();
  for (let patience = 0; !(await quiet(60)); patience += 1) {
    expect(patience).toBeLessThan(100);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(others);
  expect(await context.request('session/close', { sessionId })).toEqual({});
}

/** Every prompt that was taken is shown once and ends once, with the reason of its tape unless it was cancelled. */
function checkPrompts(
  prompts: readonly Prompted[],
  told: readonly Record<string, unknown>[],
  speaks: readonly Dialect[] | undefined,
): void {
  const isTranslated = speaks !== undefined && !speaks.includes('november');
  const isClosed = speaks?.includes('v1') === true;
  // v1 knows no other reasons than its own.
  const endIn = ({ tape }: Prompted) => (isClosed && endOf(tape) === '_own' ? 'end_turn' : endOf(tape));
  for (const { error, isCancelled, tape } of prompts) {
    // A prompt fails before the agent has taken it only if its first sign is the error.
    const isRefused = isTranslated && endOf(tape) === 'error' && (error?.code === -32001 || error?.code === -32603);
    if (error !== undefined && !isRefused) expect([error.code, isCancelled]).toEqual([-32800, true]);
  }
  const byId = new Map(prompts.map((each) => [each.messageId, each]));
  const shown: unknown[] = [];
  const ended: unknown[] = [];
  let state: unknown = 'idle';
  let current: Prompted | undefined;
  for (const update of told) {
    const messageId = update['messageId'] as string;
    // A replay shows again what was shown.
    if (update['sessionUpdate'] === 'user_message' && byId.has(messageId) && !shown.includes(messageId)) {
      current = byId.get(messageId);
      shown.push(messageId);
    }
    if (update['sessionUpdate'] !== 'state_update') continue;
    if (update['state'] === 'idle' && state !== 'idle' && current !== undefined) {
      const wanted = current.isCancelled ? ['cancelled', endIn(current)] : [endIn(current)];
      expect(wanted).toContain(update['stopReason']);
      ended.push(current.messageId);
      current = undefined;
    }
    state = update['state'];
  }
  const taken = prompts.flatMap(({ messageId }) => messageId ?? []);
  expect([shown, ended]).toEqual([taken, taken]);
}
