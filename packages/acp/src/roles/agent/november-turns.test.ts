import { describe, expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { type Json, type RawClient, rawClient, textPrompt } from '../test-support/raw-client.ts';
import type { AsyncAgentDefinition } from './definition.ts';

const answering: AsyncAgentDefinition = {
  info: { name: 'a', version: '1' },
  prompt: async (turn) => void (await turn.message().append('hi')),
};

/** What passed since the session was opened: answers, requests and updates in short. */
function story({ received }: RawClient, from = 2): unknown[] {
  return received.slice(from).map(({ id, method, params, result, error }) => {
    if (method === 'session/update') {
      const { sessionUpdate, state, stopReason, messageId } = (params as { update: Json }).update;
      return [sessionUpdate, state ?? messageId, ...(stopReason === undefined ? [] : [stopReason])].join(' ');
    }
    if (typeof method === 'string') return method;
    return { [`#${id}`]: result ?? (error as Json)['code'] };
  });
}

const idle = (client: RawClient, nth = 1) => {
  let seen = 0;
  return client.until(({ params }) => {
    const { update } = (params ?? {}) as { update?: Json };
    return update?.['state'] === 'idle' && ++seen === nth;
  });
};

/** Waits until the turn has been told to end. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('[RO75] [BR161] [N22] [N24] [N25] a prompt is inserted under the id of its message, answered, and ends with idle', async () => {
  const client = await rawClient('november', answering);
  const sessionId = await client.open();
  expect(await client.ask('session/prompt', textPrompt(sessionId, 'go'))).toEqual({ messageId: 'message-2' });
  await idle(client);
  expect(story(client)).toEqual([
    'user_message message-2',
    { '#3': { messageId: 'message-2' } },
    'state_update running',
    'agent_message_chunk message-3',
    'state_update idle end_turn',
  ]);
  expect(client.ledger.map(({ rule, lost }) => [rule, lost])).toEqual([['capability', 'session/load']]);
});

test('[N23] [N37] what is refused leaves no trace but its answer', async () => {
  const client = await rawClient('november', answering);
  const sessionId = await client.open();
  const image = { type: 'image', data: '', mimeType: 'image/png' };
  const codes = [
    await client.ask('session/prompt', { sessionId, prompt: [] }),
    await client.ask('session/prompt', { sessionId, prompt: [image] }),
    await client.ask('session/prompt', textPrompt('nobody', 'go')),
    await client.ask('session/new', { cwd: 'relative' }),
    await client.ask('session/new', { cwd: '/w', mcpServers: [{ type: 'stdio', name: 'a', command: '/a' }] }),
  ];
  expect(codes.map(({ code }) => code)).toEqual([-32602, -32602, -32002, -32602, -32602]);
  expect(codes[2]).toMatchObject({ data: { sessionId: 'nobody' } });
  expect(client.updates()).toEqual([]);
});

test('[N22] [N23] an agent that does not repeat prompts has them repeated for it, and can refuse them', async () => {
  const client = await rawClient('november', { ...answering, acknowledgesPrompts: false });
  const sessionId = await client.open();
  const image = { type: 'image', data: '', mimeType: 'image/png' };
  expect(await client.ask('session/prompt', { sessionId, prompt: [image] })).toMatchObject({ code: -32602 });
  expect(await client.ask('session/prompt', textPrompt(sessionId, 'go'))).toEqual({ messageId: 'emend-p1' });
  await idle(client);
  expect(story(client, 3)).toEqual([
    'user_message emend-p1',
    { '#4': { messageId: 'emend-p1' } },
    'state_update running',
    'agent_message_chunk message-2',
    'state_update idle end_turn',
  ]);
});

test('[N27] [N28] [N32] prompts while busy are held in order; cancelled ones are never inserted', async () => {
  const first = gate();
  const client = await rawClient('november', {
    prompt: async (turn) => {
      if (turn.text === 'one') await first.opened;
      await turn.message().append(turn.text);
    },
  });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'one'));
  const second = client.ask('session/prompt', textPrompt(sessionId, 'two'));
  const third = client.ask('session/prompt', textPrompt(sessionId, 'three'));
  const fourth = client.ask('session/prompt', textPrompt(sessionId, 'four'));
  client.notify('$/cancel_request', { requestId: 5 });
  expect(await third).toMatchObject({ code: -32800 });
  first.open();
  await Promise.all([second, fourth]);
  await idle(client, 3);
  const texts = client
    .updates()
    .flatMap(({ sessionUpdate, content }) =>
      sessionUpdate === 'user_message' ? (content as { text: string }[]).map(({ text }) => text) : [],
    );
  expect(texts).toEqual(['one', 'two', 'four']);
});

test('[BR162] [N28] [N29] [N30] a cancel ends the work after its last updates, and takes questions and held prompts back', async () => {
  let allowed: unknown;
  const client = await rawClient('november', {
    prompt: async (turn) => {
      const call = turn.toolCall({ title: 'Write' });
      allowed = (await turn.requestPermission(call)).isAllowed;
      void call.cancel();
      turn.signal.throwIfAborted();
    },
  });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'one'));
  const held = client.ask('session/prompt', textPrompt(sessionId, 'two'));
  await client.until(({ method }) => method === 'session/request_permission');
  client.notify('session/cancel', { sessionId });
  expect(await held).toMatchObject({ code: -32800 });
  await idle(client);
  expect(allowed).toBe(false);
  expect(story(client, 3).slice(1)).toEqual([
    'state_update running',
    'tool_call_update ',
    'state_update requires_action',
    'session/request_permission',
    '$/cancel_request',
    { '#4': -32800 },
    'tool_call_update ',
    'state_update idle cancelled',
  ]);
});

test('[N28] a cancel without work sends nothing', async () => {
  const client = await rawClient('november', answering);
  const sessionId = await client.open();
  client.notify('session/cancel', { sessionId });
  await client.ask('session/list', {});
  expect(client.updates()).toEqual([]);
});

test('[N31] a failure after insertion ends the work with an error', async () => {
  const client = await rawClient('november', {
    prompt: async () => {
      throw new Error('secret');
    },
  });
  const sessionId = await client.open();
  expect(await client.ask('session/prompt', textPrompt(sessionId, 'go'))).toEqual({ messageId: 'message-2' });
  await idle(client);
  expect(client.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'error', error: { code: -32603 } });
  expect(JSON.stringify(client.received)).not.toContain('secret');
});

test('[N26] [N42] the foreground waits for the person while a permission request is open', async () => {
  let answer: unknown;
  const outcome = { outcome: { outcome: '_later', until: 5 } };
  const client = await rawClient(
    'november',
    {
      prompt: async (turn) => {
        answer = await turn.requestPermission({ toolCallId: 'c', title: 'Write' });
      },
    },
    { answers: { 'session/request_permission': () => outcome } },
  );
  await client.ask('session/prompt', textPrompt(await client.open(), 'go'));
  await idle(client);
  const { params } = await client.until(({ method }) => method === 'session/request_permission');
  expect(params).toMatchObject({
    title: 'Write',
    subject: { type: 'tool_call', toolCall: { toolCallId: 'c', title: 'Write' } },
    options: [{ optionId: 'allow' }, { optionId: 'reject' }],
  });
  expect(answer).toMatchObject({ isAllowed: false });
  expect(story(client).filter((each) => String(each).startsWith('state'))).toEqual([
    'state_update running',
    'state_update requires_action',
    'state_update running',
    'state_update idle end_turn',
  ]);
});

describe('[RO72] [BR161] [N25] work that nobody prompted', () => {
  test('runs between running and idle, and prompts wait for it', async () => {
    const work = gate();
    const client = await rawClient('november', {
      ...answering,
      newSession: (_, session) =>
        void session.work(async (each) => {
          await each.message().append('A file changed.');
          await work.opened;
          await each.message().append('Done.');
          return 'max_tokens';
        }),
    });
    const sessionId = await client.open();
    const prompt = client.ask('session/prompt', textPrompt(sessionId, 'go'));
    work.open();
    await prompt;
    await idle(client, 2);
    expect(story(client)).toEqual([
      'state_update running',
      'agent_message_chunk message-2',
      'agent_message_chunk message-3',
      'state_update idle max_tokens',
      'user_message message-4',
      { '#3': { messageId: 'message-4' } },
      'state_update running',
      'agent_message_chunk message-5',
      'state_update idle end_turn',
    ]);
  });

  test('can be cancelled, and fails by itself', async () => {
    let ended: unknown[] = [];
    const client = await rawClient('november', {
      ...answering,
      newSession: (_, session) => {
        const one = session.work(async ({ signal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          signal.throwIfAborted();
        });
        const two = session.work(async () => 'end_turn');
        void Promise.allSettled([one, two])
          .then((results) => {
            ended = results;
            return session.work(async () => {
              throw new Error('secret');
            });
          })
          .catch(() => {});
      },
    });
    const sessionId = await client.open();
    await client.until(({ params }) => JSON.stringify(params)?.includes('running') === true);
    client.notify('session/cancel', { sessionId });
    await idle(client, 2);
    expect(ended).toEqual([
      { status: 'fulfilled', value: 'cancelled' },
      { status: 'fulfilled', value: 'cancelled' },
    ]);
    expect(story(client)).toEqual([
      'state_update running',
      'state_update idle cancelled',
      'state_update running',
      'state_update idle error',
    ]);
    expect(client.updates().at(-1)).toMatchObject({ error: { code: -32603, message: 'The work failed.' } });
  });
});

describe('[N33] [N34] durable sessions', () => {
  const durable = () => ({ ...answering, sessions: { log: new MemoryLog() } });

  test('a resume replays if asked to, tells the state, and answers', async () => {
    const definition = durable();
    const client = await rawClient('november', definition);
    const sessionId = await client.open();
    const { messageId } = await client.ask('session/prompt', textPrompt(sessionId, 'go'));
    await idle(client);
    const before = client.received.length;
    const resume = { sessionId, cwd: '/w' };
    expect(await client.ask('session/resume', resume)).toEqual({});
    expect(await client.ask('session/resume', { ...resume, replayFrom: { type: 'start' } })).toEqual({});
    expect(await client.ask('session/resume', { ...resume, replayFrom: { type: 'end' } })).toMatchObject({
      code: -32602,
    });
    expect(await client.ask('session/resume', { ...resume, replayFrom: 7 })).toMatchObject({ code: -32602 });
    expect(story(client, before)).toEqual([
      'state_update idle',
      { '#4': {} },
      `user_message ${messageId}`,
      'agent_message message-3',
      'state_update idle',
      { '#5': {} },
      { '#6': -32602 },
      { '#7': -32602 },
    ]);
  });

  test('[RO71] a close cuts the work, tells so before its answer, and stops the background; closing what is unknown succeeds', async () => {
    let stopped = false;
    const client = await rawClient('november', {
      sessions: { log: new MemoryLog() },
      prompt: async (turn) => {
        const onCancel = () => {
          stopped = true;
        };
        turn.background(turn.terminal({ id: 'server', onCancel }));
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      },
    });
    const sessionId = await client.open();
    await client.ask('session/prompt', textPrompt(sessionId, 'go'));
    await client.until(({ params }) => JSON.stringify(params)?.includes('background') === true);
    const before = client.received.length;
    expect(await client.ask('session/close', { sessionId })).toEqual({});
    expect(stopped).toBe(true);
    expect(story(client, before)).toEqual([
      'state_update idle cancelled',
      'terminal_update ',
      'state_update idle',
      { '#4': {} },
    ]);
    expect(await client.ask('session/close', { sessionId: 'nobody' })).toEqual({});
  });

  test('[N20] they are listed and deleted', async () => {
    const client = await rawClient('november', durable());
    const sessionId = await client.open();
    expect(await client.ask('session/list', {})).toMatchObject({ sessions: [{ sessionId, cwd: '/w' }] });
    expect(await client.ask('session/delete', { sessionId })).toEqual({});
    expect(await client.ask('session/list', {})).toEqual({ sessions: [] });
  });
});

test('[RO75] [N20] [N36] an agent that keeps no sessions lists, resumes and closes those that are open', async () => {
  const client = await rawClient('november', answering);
  const sessionId = await client.open();
  const unknown = { code: -32002, data: { sessionId: 'nobody' } };
  expect(await client.ask('session/list', { cwd: '/w' })).toEqual({ sessions: [{ sessionId, cwd: '/w' }] });
  expect(await client.ask('session/list', { cwd: '/other' })).toEqual({ sessions: [] });
  expect(await client.ask('session/resume', { sessionId, cwd: '/w' })).toEqual({});
  expect(await client.ask('session/resume', { sessionId: 'nobody', cwd: '/w' })).toMatchObject(unknown);
  expect(await client.ask('session/close', { sessionId })).toEqual({});
  expect(await client.ask('session/list', {})).toEqual({ sessions: [] });
  expect(await client.ask('session/prompt', textPrompt(sessionId, 'go'))).toMatchObject({ code: -32002 });
  const june = await rawClient('june', answering);
  expect(await june.ask('session/list', {})).toMatchObject({ code: -32601, message: 'Method not found: session/list' });
});
