import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { textOf } from '../../session/plain-text.ts';
import type { SessionState } from '../../session/state.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import { chunk, type Incoming, type Script, type Voice, v1Agent } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';

const where = { sessionId: 's', cwd: '/' };
const history = Array.from({ length: 13 }, (_, index) => chunk(index % 2 === 0 ? 'user' : 'agent', `said ${index}`));
const texts = Array.from({ length: 13 }, (_, index) => `said ${index}`);

/** Answers a load after the first update, as an agent does that forgets to wait, and sends the others one by one behind it. */
async function answersEarly(message: Incoming, voice: Voice): Promise<void> {
  const [first, ...others] = history;
  voice.update(first as object);
  voice.answer(message, {});
  for (const update of others) {
    await turnOfLoop();
    voice.update(update);
  }
}

const hasty: Script = {
  'session/load': answersEarly,
  'session/prompt': (message, voice) => {
    voice.update(chunk('agent', 'Hello.'));
    voice.answer(message, { stopReason: 'end_turn' });
  },
};

/** Everything that is said in a session, prompts included, in order. */
function said(state: SessionState): readonly string[] {
  const messages = state.messages.toArray().map(({ content }) => textOf(content.toArray()));
  const prompts = state.turns
    .toArray()
    .map(({ prompt, start }) => ({ text: `> ${textOf(prompt)}`, start: start ?? 0 }));
  for (const { text, start } of prompts.reverse()) messages.splice(start, 0, text);
  return messages;
}

describe('[RO30] history that a v1 agent sends behind the answer to a load', () => {
  test('is part of the load when the load is told to settle', async () => {
    await using client = await connect(v1Agent(hasty).transport);
    const session = await client.loadSession({ ...where, settle: { quiet: 100 } });
    expect(said(session.state)).toEqual(texts);
    await session.prompt('Hi');
    expect(said(session.state)).toEqual([...texts, '> Hi', 'Hello.']);
    expect([session.state.phase, session.state.diagnostics.toArray()]).toEqual(['loaded', []]);
  });

  test('is applied as it comes when it is not', async () => {
    await using client = await connect(v1Agent(hasty).transport);
    const session = await client.loadSession(where);
    expect(said(session.state)).toEqual(texts.slice(0, 1));
  });

  test('is waited for by a prompt that is sent meanwhile, and not mixed with its turn', async () => {
    const { transport, received } = v1Agent(hasty);
    await using client = await connect(transport);
    const loading = client.loadSession({ ...where, settle: { quiet: 100 } });
    const session = client.sessions.get('s');
    const prompt = session?.prompt('Hi');
    const withdrawn = new AbortController();
    const other = session?.prompt('Never mind', { signal: withdrawn.signal });
    withdrawn.abort(new Error('not wanted'));
    await expect(other).rejects.toThrow('not wanted');
    expect(await prompt).toEqual({ stopReason: 'end_turn' });
    expect(said((await loading).state)).toEqual([...texts, '> Hi', 'Hello.']);
    expect(received.map(({ method }) => method)).toEqual(['initialize', 'session/load', 'session/prompt']);
    expect(session?.state.diagnostics.toArray()).toEqual([]);
  });

  test('is waited for no longer than told', async () => {
    let isOver = false;
    const endless: Script = {
      'session/load': async (message, voice) => {
        voice.answer(message, {});
        for (let count = 0; !isOver; count++) {
          voice.update({ sessionUpdate: 'usage_update', used: count, size: 1 });
          await turnOfLoop();
        }
      },
    };
    await using client = await connect(v1Agent(endless).transport);
    const session = await client.loadSession({ ...where, settle: { quiet: 40, atMost: 80 } });
    isOver = true;
    expect(session.state.phase).toBe('loaded');
  });

  test('is given up with the signal, and fails with the connection', async () => {
    const stop = new AbortController();
    const answers = (message: Incoming, voice: Voice): void => {
      voice.update(history[0] as object);
      voice.answer(message, {});
    };
    const aborting = v1Agent({ 'session/load': answers });
    await using client = await connect(aborting.transport, {
      onUpdate: () => setImmediate(() => stop.abort('enough')),
    });
    const settle = { quiet: 60_000 };
    await expect(client.loadSession({ ...where, settle, signal: stop.signal })).rejects.toBe('enough');
    expect(client.sessions.size).toBe(0);

    const ending = v1Agent({ 'session/load': (message, voice) => [answers(message, voice), setImmediate(voice.end)] });
    const second = await connect(ending.transport);
    await expect(second.loadSession({ ...where, settle })).rejects.toThrow(ConnectionError);
  });

  test('is not waited for with a v2 agent', async () => {
    const [here, there] = memoryPair();
    const kind = agent({
      prompt: async () => {},
      async loadSession(_request, session) {
        await session.message().append('Earlier.');
      },
    });
    serve(kind, there);
    await using client = await connect(here);
    // It would take a day.
    const session = await client.loadSession({ ...where, settle: { quiet: 86_400_000 } });
    expect([said(session.state), session.state.phase]).toEqual([['Earlier.'], 'loaded']);
  });
});

test('[RO31] loads of one session run one after another, and one that fails leaves the other its session', async () => {
  const waiting: Incoming[] = [];
  const { transport, received } = v1Agent({
    'session/load': (message, voice) => {
      waiting.push(message);
      if (waiting.length === 1) {
        voice.say(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: 'not now' } }));
        return;
      }
      for (const update of history) voice.update(update);
      voice.answer(message, {});
    },
  });
  await using client = await connect(transport);
  const [bad, good] = await Promise.allSettled([client.loadSession(where), client.loadSession(where)]);
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  expect(said(client.sessions.get('s')?.state as SessionState)).toEqual(texts);
  expect(received.length).toBe(3);
});
