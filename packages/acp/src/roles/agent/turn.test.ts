import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { OutgoingValueError } from '../check-outgoing.ts';
import { connected, type Pair } from '../test-support/pair.ts';
import { until } from '../test-support/until.ts';
import type { AgentEvent } from './event.ts';
import type { Turn } from './turn.ts';
import { TurnEndedError } from './turn-ended-error.ts';

const cwd = '/project';

/** What crossed the wire, in a few words each. */
function story(pair: Pair): string[] {
  return pair.wire.slice(4).map(({ from, message }) => {
    const params = message['params'] as { update?: { sessionUpdate: string } } | undefined;
    const result = message['result'] as { stopReason?: string; outcome?: { outcome: string } } | undefined;
    const what =
      params?.update?.sessionUpdate ?? result?.stopReason ?? result?.outcome?.outcome ?? message['method'] ?? 'answer';
    return `${from}: ${String(what)}`;
  });
}

describe('a turn', () => {
  test('[A25] [A26] [A32] streams, reports tools and plans, and ends with one stop reason', async () => {
    await using pair = await connected({
      async prompt(turn) {
        const thought = turn.thought();
        void thought.append('hm');
        const message = turn.message();
        for (const part of ['Good ', 'day']) void message.append(part);
        void turn.plan([{ content: 'greet', priority: 'high', status: 'completed' }]);
        const tool = turn.toolCall({ title: 'Read', kind: 'read' });
        void tool.start();
        void tool.append('line 1');
        void tool.finish({ rawOutput: { lines: 1 } });
        void turn.usage({ used: 5, size: 10 });
        void turn.info({ title: 'Greeting' });
        return 'max_tokens';
      },
    });
    const session = await pair.client.newSession({ cwd });
    expect(await session.prompt('hi')).toEqual({ stopReason: 'max_tokens' });
    expect(story(pair)).toEqual([
      'client: session/prompt',
      'agent: user_message',
      'agent: agent_thought_chunk',
      'agent: agent_message_chunk',
      'agent: agent_message_chunk',
      'agent: plan_update',
      'agent: tool_call_update',
      'agent: tool_call_update',
      'agent: tool_call_content_chunk',
      'agent: tool_call_update',
      'agent: usage_update',
      'agent: session_info_update',
      'agent: max_tokens',
    ]);
    const { state } = session;
    expect([...state.messages].map(({ kind, messageId }) => [kind, messageId])).toEqual([
      ['user', 'message-2'],
      ['thought', 'message-3'],
      ['agent', 'message-4'],
    ]);
    expect([...state.toolCalls].map(({ toolCallId, status }) => [toolCallId, status])).toEqual([
      ['tool-call-5', 'completed'],
    ]);
    expect(state.info?.title).toBe('Greeting');
    expect([...state.turns].map((turn) => turn.stopReason)).toEqual(['max_tokens']);
  });

  test('a guardrail replaces what was streamed; the prompt itself can be redacted', async () => {
    await using pair = await connected({
      async prompt(turn) {
        const message = turn.message();
        void message.append('the key is hunter2');
        void message.set('I cannot show that.');
        void turn.accepted?.set('[removed]');
      },
    });
    const session = await pair.client.newSession({ cwd });
    expect((await session.prompt('my key is hunter2')).stopReason).toBe('end_turn');
    const contents = [...session.state.messages].map((message) => [...message.content]);
    expect(contents).toEqual([[{ type: 'text', text: '[removed]' }], [{ type: 'text', text: 'I cannot show that.' }]]);
  });

  test('[A34] [A35] after a cancel it is cancelled even if the handler throws, and its updates precede the answer', async () => {
    for (const ending of ['throws', 'returns'] as const) {
      await using pair = await connected({
        async prompt(turn) {
          const message = turn.message();
          void message.append('working');
          await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
          void message.append(' ... stopped');
          if (ending === 'throws') throw new Error('aborted model call');
          return 'end_turn';
        },
      });
      const session = await pair.client.newSession({ cwd });
      const turn = session.prompt('go');
      await until(session, () => [...session.state.messages].length === 2);
      session.cancel();
      expect(await turn).toEqual({ stopReason: 'cancelled' });
      expect(story(pair)).toEqual([
        'client: session/prompt',
        'agent: user_message',
        'agent: agent_message_chunk',
        'client: session/cancel',
        'agent: agent_message_chunk',
        'agent: cancelled',
      ]);
    }
  });

  test('aborting the signal of a prompt cancels the turn', async () => {
    await using pair = await connected({
      prompt: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('x')))),
    });
    const session = await pair.client.newSession({ cwd });
    const controller = new AbortController();
    const turn = session.prompt('go', { signal: controller.signal });
    controller.abort();
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await expect(session.prompt('go', { signal: controller.signal })).rejects.toBe(controller.signal.reason);
  });

  test('giving up a prompt cancels the turn and waits no more; a late answer changes nothing', async () => {
    let rest = () => {};
    await using pair = await connected(
      {
        prompt: ({ text }) => (text === 'again' ? undefined : new Promise<void>((resolve) => (rest = resolve))),
      },
      { requestPermission: ({ options }) => options[0]?.optionId ?? '' },
    );
    const permission = async () => {
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
      const params = { sessionId: session.id, toolCall: { toolCallId: 'c' }, options };
      return (await pair.connection.request('session/request_permission', params)) as { readonly outcome: unknown };
    };
    const session = await pair.client.newSession({ cwd });
    const giveUp = new AbortController();
    const turn = session.prompt('go', { giveUp: giveUp.signal });
    await until(session, () => session.state.messages.length === 1);
    giveUp.abort(new Error('it took too long'));
    await expect(turn).rejects.toBe(giveUp.signal.reason);
    const ended = { status: 'ended', error: 'it took too long', stopReason: undefined };
    expect(session.state.turns.toArray()).toMatchObject([ended]);
    // What the agent still asks is of the turn that was given up (C20).
    expect((await permission()).outcome).toEqual({ outcome: 'cancelled' });
    rest();
    expect(await session.prompt('again')).toEqual({ stopReason: 'end_turn' });
    expect(session.state.turns.toArray()).toMatchObject([ended, { status: 'ended', stopReason: 'end_turn' }]);
    const told = pair.wire.filter(({ from }) => from === 'client').map(({ message }) => message['method']);
    const methods = told.filter((method) => method !== undefined);
    expect(methods.slice(-4)).toEqual(['session/prompt', 'session/cancel', '$/cancel_request', 'session/prompt']);
    expect((await permission()).outcome).toEqual({ outcome: 'selected', optionId: 'yes' });
    await expect(session.prompt('go', { giveUp: giveUp.signal })).rejects.toBe(giveUp.signal.reason);
  });

  test('a failing handler is -32603 without its text; the session lives on', async () => {
    let count = 0;
    await using pair = await connected({
      prompt() {
        if (count++ === 0) throw new Error('secret path /x');
      },
    });
    const session = await pair.client.newSession({ cwd });
    const error = await session.prompt('a').then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ code: -32603 });
    expect(error?.message).not.toContain('secret');
    expect(await session.prompt('b')).toEqual({ stopReason: 'end_turn' });
  });

  test('[RO7] what is said or asked after the end throws nothing, is not sent, and is told; the session may still speak', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const results: Promise<unknown>[] = [];
    let speakLate = (): void => {};
    let speakOn = (): void => {};
    const events: AgentEvent[] = [];
    const onEvent = (event: AgentEvent) => {
      events.push(event);
      throw new Error('a bad listener');
    };
    await using pair = await connected(
      {
        prompt(turn) {
          const message = turn.message({ id: 'm', content: 'done' });
          const call = turn.toolCall({ id: 'c', title: 'Run' });
          speakLate = () => {
            results.push(message.append('x'), call.fail('y'), turn.usage({ used: 1, size: 2 }));
            results.push(turn.requestPermission(call, []), turn.extension('_x', 7));
            turn.message({ id: 'n', content: 'late' });
            turn.toolCall({ id: 'd', title: 'late' });
          };
          speakOn = () => void turn.session.message({ id: 'later', content: 'by the way' });
        },
      },
      {},
      { onEvent },
    );
    const session = await pair.client.newSession({ cwd });
    await session.prompt('a');
    const sent = pair.wire.length;
    speakLate();
    // Unhandled rejections are told before the next round of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
    const settled = await Promise.allSettled(results);
    expect(settled).toEqual(settled.map(() => ({ status: 'rejected', reason: new TurnEndedError() })));
    expect(settled).toHaveLength(5);
    const update = (update: object) => ({
      type: 'late-report',
      method: 'session/update',
      params: { sessionId: session.id, update },
    });
    const content = (text: string) => ({ type: 'text', text });
    expect(events).toEqual([
      update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: content('x') }),
      update({
        sessionUpdate: 'tool_call_content_chunk',
        toolCallId: 'c',
        content: { type: 'content', content: content('y') },
      }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' }),
      update({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
      {
        type: 'late-report',
        method: 'session/request_permission',
        params: { sessionId: session.id, toolCall: { toolCallId: 'c' }, options: [] },
      },
      { type: 'late-report', method: '_x', params: 7 },
      update({ sessionUpdate: 'agent_message', messageId: 'n', content: [content('late')] }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'd', title: 'late' }),
    ]);
    expect(pair.wire).toHaveLength(sent);
    speakOn();
    await pair.connection.request('_ping').catch(() => {});
    expect([...session.state.messages].map(({ messageId }) => messageId)).toEqual(['message-2', 'm', 'later']);
  });

  test('[RO7] after a cancelled turn, who still awaits a report goes on, and nobody has said yes', async () => {
    let speakLate = async (): Promise<unknown[]> => [];
    const events: AgentEvent[] = [];
    await using pair = await connected(
      {
        async prompt(turn) {
          const call = turn.toolCall({ id: 'c', title: 'Run' });
          speakLate = async () => [await call.append('last words'), (await turn.requestPermission(call)).isAllowed];
          await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
        },
      },
      {},
      { onEvent: (event) => events.push(event) },
    );
    const session = await pair.client.newSession({ cwd });
    const turn = session.prompt('a');
    await until(session, () => session.state.toolCalls.length === 1);
    session.cancel();
    await turn;
    const sent = pair.wire.length;
    expect(await speakLate()).toEqual([undefined, false]);
    expect(pair.wire).toHaveLength(sent);
    expect(events.map(({ type }) => type)).toEqual(['late-report', 'late-report']);
  });

  test('an outgoing mistake fails loudly, before it is sent', async () => {
    const errors: unknown[] = [];
    await using pair = await connected({
      prompt(turn) {
        try {
          void turn.usage({ used: -1, size: 1.5 });
        } catch (error) {
          errors.push(error);
        }
      },
    });
    const session = await pair.client.newSession({ cwd });
    await session.prompt('a');
    expect(errors[0]).toBeInstanceOf(OutgoingValueError);
    expect((errors[0] as Error).message).toBe(
      'session/update was not sent: update.used: expected integer of at least 0, found number -1 (and 1 more)',
    );
    expect(story(pair)).toEqual(['client: session/prompt', 'agent: user_message', 'agent: end_turn']);
  });
});

describe('two prompts at a time', () => {
  test('are queued, in order, and a cancel reaches all that were asked before it', async () => {
    const began: string[] = [];
    const definition = {
      async prompt(turn: Turn) {
        began.push(turn.text);
        if (turn.text === 'first') await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      },
    };
    await using pair = await connected(definition);
    const session = await pair.client.newSession({ cwd });
    const turns = [session.prompt('first'), session.prompt('second')];
    await until(session, () => began.length === 1);
    session.cancel();
    turns.push(session.prompt('third'));
    expect(await Promise.all(turns)).toEqual([
      { stopReason: 'cancelled' },
      { stopReason: 'cancelled' },
      { stopReason: 'end_turn' },
    ]);
    expect(began).toEqual(['first', 'third']);
  });

  test('are refused if the agent says so', async () => {
    let end = (): void => {};
    await using pair = await connected({
      whenBusy: 'refuse',
      prompt: () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    });
    const session = await pair.client.newSession({ cwd });
    const first = session.prompt('first');
    await expect(session.prompt('second')).rejects.toMatchObject({
      code: -32600,
      message: 'A turn is already running in this session.',
    });
    end();
    expect(await first).toEqual({ stopReason: 'end_turn' });
  });
});

test('property: turns of several sessions side by side, and nothing of one reaches another', async () => {
  const step = fc.record({
    session: fc.nat(3),
    action: fc.constantFrom('prompt', 'prompt', 'prompt', 'cancel', 'wait'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.infiniteStream(fc.nat(3)), async (steps, delays) => {
      await using pair = await connected({
        async prompt(turn) {
          const message = turn.message();
          for (let part = 0; part < 3; part++) {
            for (let tick = delays.next().value ?? 0; tick > 0; tick--) await Promise.resolve();
            if (turn.signal.aborted) return;
            void message.append(`${turn.session.id}/${turn.text}/${part};`);
          }
        },
      });
      const sessions = await Promise.all([0, 1, 2, 3].map(() => pair.client.newSession({ cwd })));
      const ends: Promise<string>[] = [];
      for (const [index, { session: which, action }] of steps.entries()) {
        const session = sessions[which];
        if (session === undefined) continue;
        if (action === 'prompt') ends.push(session.prompt(`p${index}`).then((end) => end.stopReason));
        else if (action === 'cancel') session.cancel();
        else await Promise.resolve();
      }
      for (const end of await Promise.all(ends)) expect(['end_turn', 'cancelled']).toContain(end);
      for (const session of sessions) {
        for (const message of session.state.messages) {
          if (message.kind !== 'agent') continue;
          const text = [...message.content].map((block) => String((block as { text?: string }).text)).join('');
          const parts = text.split(';').slice(0, -1);
          expect(parts.every((part) => part.startsWith(`${session.id}/`))).toBe(true);
          expect(new Set(parts.map((part) => part.split('/')[1])).size).toBeLessThanOrEqual(1);
          expect(parts.map((part) => Number(part.split('/')[2]))).toEqual(parts.map((_, index) => index));
        }
        expect([...session.state.turns].every((turn) => turn.stopReason !== undefined)).toBe(true);
      }
    }),
    { numRuns: counts({ short: 200, long: 1_500 }) },
  );
});
