import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import type { DelayedStep, Translation } from '../../outbox.ts';
import { object } from '../../test-support/json.ts';
import { text } from '../../test-support/talk.ts';
import { translator } from '../../translator.ts';
import * as november from '../november.ts';

/** A November client that trusts nobody: it checks every message that it gets. */
class Client {
  state = 'idle';
  readonly open = new Map<number, string>();
  readonly answered = new Map<number, 'taken' | 'refused'>();
  /** The texts of the messages of the person, by their ids. */
  readonly messages = new Map<string, string>();
  readonly questions = new Set<number>();
  readonly withdrawn: number[] = [];
  #expects: string | undefined;
  ends = 0;

  take(message: unknown): void {
    const { method, id, params, result, error } = object(message);
    const update = object(object(params)['update']);
    const got =
      method === undefined
        ? 'answer'
        : method === 'session/update'
          ? `${update['sessionUpdate']} ${update['state'] ?? ''}`
          : String(method);
    // After the answer to a prompt, and nowhere else, comes `running` at once.
    if (this.#expects !== undefined) expect(got).toBe(this.#expects);
    this.#expects = undefined;
    if (method === undefined) this.#answer(id as number, result, error);
    else if (method === 'session/update') this.#update(params, update);
    else if (method === 'session/request_permission') {
      expect(november.methods['session/request_permission'].params.is(params)).toBe(true);
      if (this.state !== 'idle') expect(this.state).toBe('requires_action');
      this.questions.add(id as number);
    } else {
      expect(method).toBe('$/cancel_request');
      const withdrawn = object(params)['requestId'] as number;
      expect(this.questions.delete(withdrawn)).toBe(true);
      this.withdrawn.push(withdrawn);
    }
  }

  #answer(id: number, result: unknown, error: unknown): void {
    const content = this.open.get(id) as string;
    expect(this.open.delete(id)).toBe(true);
    this.answered.set(id, error === undefined ? 'taken' : 'refused');
    if (error !== undefined) return;
    expect(november.methods['session/prompt'].result.is(result)).toBe(true);
    const shown = this.messages.get(object(result)['messageId'] as string);
    expect(shown !== undefined && content.startsWith(shown)).toBe(true);
    this.#expects = 'state_update running';
  }

  #update(params: unknown, update: Record<string, unknown>): void {
    expect(november.UpdateSessionNotification.is(params)).toBe(true);
    const { sessionUpdate, messageId } = update;
    if (sessionUpdate === 'state_update') {
      if (update['state'] === 'idle') {
        expect(this.state).not.toBe('idle');
        this.ends += 1;
      }
      this.state = String(update['state']);
    }
    if (sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk') {
      const content = [update['content']].flat().map((block) => object(block)['text']);
      const before = sessionUpdate === 'user_message' ? '' : (this.messages.get(messageId as string) ?? '');
      this.messages.set(messageId as string, before + content.join(''));
    }
  }
}

/** Runs a conversation in which a tape of numbers decides what happens next, and then everything that is left to do. */
function play(tape: readonly number[], graceTime: number) {
  const bridge = translator({ client: 'november', agent: 'june', graceTime });
  const client = new Client();
  const delayed: DelayedStep[] = [];
  /** What the June agent has: at most one prompt at a time, and questions of its own that wait for an answer. */
  let prompt: { readonly id: number; readonly text: string; isRepeated: boolean } | undefined;
  const asked = new Set<number>();
  let prompts = 0;
  let questions = 0;
  /** The order in which prompts reach the agent. */
  const reached: number[] = [];

  function deliver(given: Translation): void {
    for (const message of given.toClient) client.take(message);
    for (const message of given.toAgent) toAgent(object(message));
    delayed.push(...(given.delayed ?? []));
  }

  function toAgent({ method, id, params }: Record<string, unknown>): void {
    if (method === 'session/prompt') {
      expect(prompt).toBeUndefined();
      const [block] = object(params)['prompt'] as readonly unknown[];
      prompt = { id: id as number, text: String(object(block)['text']), isRepeated: false };
      reached.push(id as number);
    } else if (method === undefined) expect(asked.delete(id as number)).toBe(true);
  }

  const agent = (message: object) => deliver(bridge.fromAgent({ jsonrpc: '2.0', ...message }));
  const fromClient = (message: object) => deliver(bridge.fromClient({ jsonrpc: '2.0', ...message }));
  const update = (fields: object) => agent({ method: 'session/update', params: { sessionId: 's', update: fields } });
  const end = (body: object) => {
    const { id } = prompt as { readonly id: number };
    prompt = undefined;
    agent({ id, ...body });
  };
  const hasPrompt = () => prompt !== undefined;
  const mayRepeat = () => prompt?.isRepeated === false;
  /** Repeats the prompt; returns the id of the message. */
  const repeat = () => {
    if (prompt !== undefined) prompt.isRepeated = true;
    return `u${prompt?.id}`;
  };

  const actions: readonly { readonly may: () => boolean; readonly run: (choice: number) => void }[] = [
    {
      may: () => prompts < 6,
      run() {
        prompts += 1;
        client.open.set(prompts, `prompt ${prompts}`);
        const params = { sessionId: 's', prompt: [text(`prompt ${prompts}`)] };
        fromClient({ id: prompts, method: 'session/prompt', params });
      },
    },
    { may: hasPrompt, run: (choice) => end({ result: { stopReason: choice % 3 === 0 ? 'cancelled' : 'end_turn' } }) },
    { may: hasPrompt, run: () => end({ error: { code: -32603, message: 'Broken' } }) },
    {
      may: () => true,
      run: (choice) =>
        update({ sessionUpdate: 'agent_message_chunk', messageId: `m${choice % 3}`, content: text('y') }),
    },
    { may: () => true, run: () => update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'pending' }) },
    { may: () => true, run: () => update({ sessionUpdate: 'usage_update', used: 1, size: 2 }) },
    {
      may: mayRepeat,
      run() {
        const messageId = repeat();
        update({ sessionUpdate: 'user_message', messageId, content: [text(String(prompt?.text))] });
      },
    },
    {
      may: mayRepeat,
      run() {
        const messageId = repeat();
        const value = String(prompt?.text);
        const chunk = (part: string) => update({ sessionUpdate: 'user_message_chunk', messageId, content: text(part) });
        chunk(value.slice(0, 3));
        chunk(value.slice(3));
      },
    },
    {
      may: () => asked.size < 3,
      run() {
        const id = questions++;
        asked.add(id);
        const options = [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }];
        const params = { sessionId: 's', toolCall: { toolCallId: 't', title: 'T' }, options };
        agent({ id, method: 'session/request_permission', params });
      },
    },
    {
      may: () => client.questions.size > 0,
      run() {
        const [id] = client.questions;
        client.questions.delete(id as number);
        fromClient({ id, result: { outcome: { outcome: 'selected', optionId: 'a' } } });
      },
    },
    {
      may: () => client.withdrawn.length > 0,
      run() {
        const id = client.withdrawn.shift();
        fromClient({ id, result: { outcome: { outcome: 'cancelled' } } });
      },
    },
    { may: () => true, run: () => fromClient({ method: 'session/cancel', params: { sessionId: 's' } }) },
    {
      may: () => client.open.size > 0,
      run(choice) {
        const ids = [...client.open.keys()];
        fromClient({ method: '$/cancel_request', params: { requestId: ids[choice % ids.length] } });
      },
    },
    { may: () => delayed.length > 0, run: () => deliver((delayed.shift() as DelayedStep).run()) },
  ];

  for (const number of tape) {
    const legal = actions.filter(({ may }) => may());
    legal[number % legal.length]?.run(Math.floor(number / legal.length));
  }
  while (prompt !== undefined) actions[1]?.run(1);
  for (const index of [9, 10]) while (actions[index]?.may() === true) actions[index]?.run(0);
  return { client, asked, prompts, reached };
}

test('[BR151] [N110] [N111] [N112] [N113] [N120] whatever the order, every prompt is answered once, every question too, and the end is idle', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 60 }), fc.constantFrom(0, 1000), (tape, graceTime) => {
      const { client, asked, prompts, reached } = play(tape, graceTime);
      expect([client.open.size, client.answered.size, asked.size, client.state]).toEqual([0, prompts, 0, 'idle']);
      expect(reached).toEqual(reached.toSorted((a, b) => a - b));
      const taken = [...client.answered].filter(([, how]) => how === 'taken');
      expect(client.ends).toBe(taken.length);
      for (const [id, how] of client.answered) {
        // The client sees a prompt once; one that was refused never was part of the conversation.
        const shown = [...client.messages.values()].filter((content) => content === `prompt ${id}`);
        expect(shown).toHaveLength(how === 'taken' ? 1 : 0);
      }
    }),
    { numRuns: counts({ short: 300, long: 20_000 }) },
  );
});
