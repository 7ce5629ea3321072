import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import type { Translation } from '../../outbox.ts';
import { object } from '../../test-support/json.ts';
import { text } from '../../test-support/talk.ts';
import { translator } from '../../translator.ts';
import * as june from '../june.ts';

/** A prompt as the agent of this test sees it. `work` is the number of the work that it belongs to. */
interface Prompt {
  readonly id: number;
  work?: number;
  isEchoed?: boolean;
  isAnswered?: boolean;
  isRefused?: boolean;
  isCancelled?: boolean;
}

const reasons = ['end_turn', 'cancelled', 'refusal', 'max_tokens', '_odd'];

/** Runs a conversation in which a tape of numbers decides what happens next; returns expected and given answers. */
function play(tape: readonly number[], reportsBackground: boolean) {
  const bridge = translator({ client: 'june', agent: 'november' });
  const prompts: Prompt[] = [];
  /** What each work ended with. */
  const ends: string[] = [];
  const expected = new Map<number, unknown>();
  const given = new Map<number, unknown[]>();
  let isBusy = false;

  function deliver({ toClient }: Translation): void {
    for (const message of toClient) {
      const { method, id, params, result, error } = object(message);
      if (method === 'session/update') {
        expect(object(object(params)['update'])['sessionUpdate']).not.toBe('state_update');
        expect(june.ReceivedSessionNotification.is(params)).toBe(true);
        continue;
      }
      if (error === undefined) expect(june.methods['session/prompt'].result.is(result)).toBe(true);
      const answer = error === undefined ? object(result)['stopReason'] : object(error)['code'];
      given.set(id as number, [...(given.get(id as number) ?? []), answer]);
    }
  }

  const agent = (message: object) => deliver(bridge.fromAgent({ jsonrpc: '2.0', ...message }));
  const update = (fields: object) => agent({ method: 'session/update', params: { sessionId: 's', update: fields } });
  const state = (value: string, fields: object = {}) => {
    const background = reportsBackground ? { background: [] } : {};
    update({ sessionUpdate: 'state_update', state: value, ...background, ...fields });
  };
  const current = () => ends.length;
  const isDone = ({ work }: Prompt) => work !== undefined && work < current();
  /** The prompts with a place whose work has not ended. */
  const placed = () => prompts.filter((one) => one.work !== undefined && !isDone(one));
  const waiting = () => prompts.filter((one) => one.work === undefined && one.isRefused !== true);

  const actions: readonly { readonly may: () => boolean; readonly run: (choice: number) => void }[] = [
    {
      may: () => prompts.length < 6,
      run() {
        const prompt: Prompt = { id: prompts.length + 1 };
        prompts.push(prompt);
        const params = { sessionId: 's', prompt: [text(`prompt ${prompt.id}`)] };
        deliver(bridge.fromClient({ jsonrpc: '2.0', id: prompt.id, method: 'session/prompt', params }));
      },
    },
    {
      may: () => prompts.length > 0,
      run() {
        for (const prompt of prompts) if (prompt.isAnswered !== true) prompt.isCancelled = true;
        deliver(bridge.fromClient({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } }));
      },
    },
    {
      may: () => true,
      run(choice) {
        isBusy = true;
        state(['running', 'running', 'requires_action', '_odd'][choice % 4] as string);
      },
    },
    {
      may: () => waiting().length > 0,
      run() {
        // A prompt that gets its place while nothing runs belongs to the work that follows; both have the same number.
        (waiting()[0] as Prompt).work = current();
      },
    },
    {
      may: () =>
        prompts.some(
          (one) => one.work !== undefined && one.isEchoed !== true && (!isDone(one) || one.isAnswered === true),
        ),
      run() {
        const prompt = prompts.find(
          (one) => one.work !== undefined && one.isEchoed !== true && (!isDone(one) || one.isAnswered === true),
        );
        (prompt as Prompt).isEchoed = true;
        update({ sessionUpdate: 'user_message', messageId: `u${prompt?.id}`, content: [text('x')] });
      },
    },
    {
      may: () => prompts.some((one) => one.work !== undefined && one.isAnswered !== true),
      run(choice) {
        const open = prompts.filter((one) => one.work !== undefined && one.isAnswered !== true);
        const prompt = open[choice % open.length] as Prompt;
        prompt.isAnswered = true;
        if (isDone(prompt)) expected.set(prompt.id, ends.at(-1));
        agent({ id: prompt.id, result: { messageId: `u${prompt.id}` } });
      },
    },
    {
      may: () => waiting().length > 0,
      run() {
        const prompt = waiting()[0] as Prompt;
        prompt.isRefused = true;
        const code = prompt.isCancelled === true ? -32800 : -32002;
        expected.set(prompt.id, code === -32800 ? 'cancelled' : code);
        agent({ id: prompt.id, error: { code, message: 'No' } });
      },
    },
    {
      // Of a prompt with a place, its message or its answer comes before the end.
      may: () => isBusy && placed().every((one) => one.isEchoed === true || one.isAnswered === true),
      run(choice) {
        const reason = choice % 7 === 0 ? undefined : reasons[choice % reasons.length];
        for (const prompt of placed()) if (prompt.isAnswered === true) expected.set(prompt.id, reason ?? 'end_turn');
        ends.push(reason ?? 'end_turn');
        isBusy = false;
        state('idle', reason === undefined ? {} : { stopReason: reason });
      },
    },
    {
      may: () => !isBusy && placed().length === 0,
      run(choice) {
        state('idle', choice % 2 === 0 ? {} : { stopReason: 'end_turn' });
      },
    },
    { may: () => true, run: () => update({ sessionUpdate: 'session_info_update', title: 'T' }) },
    {
      may: () => true,
      run: (choice) =>
        update({ sessionUpdate: 'agent_message_chunk', messageId: `m${choice % 3}`, content: text('y') }),
    },
  ];

  for (const number of tape) {
    const legal = actions.filter(({ may }) => may());
    legal[number % legal.length]?.run(Math.floor(number / legal.length));
  }
  // An agent that does everything that is left to do.
  while (waiting().length > 0) actions[3]?.run(0);
  for (const index of [4, 5]) while (actions[index]?.may() === true) actions[index]?.run(0);
  if (placed().length > 0 && !isBusy) actions[2]?.run(0);
  if (isBusy) actions[7]?.run(1);
  return { expected: [...expected].map(([id, answer]) => [id, [answer]]).sort(), given: [...given].sort() };
}

test('[BR140] [N91] [N92] [N102] whatever the order, every prompt is answered once and with the right reason', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 60 }), fc.boolean(), (tape, reportsBackground) => {
      const { expected, given } = play(tape, reportsBackground);
      expect(given).toEqual(expected);
    }),
    { numRuns: counts({ short: 300, long: 20_000 }) },
  );
});
