import { describe, expect, test } from 'vitest';
import type { RpcError } from '../../jsonrpc/rpc-error.ts';
import { LogError } from '../../log/log-error.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { SessionLog } from '../../log/session-log.ts';
import { foldedSession } from '../../session/folded.ts';
import { textOf } from '../../session/plain-text.ts';
import type { ClientSession } from '../client/session.ts';
import { connected } from '../test-support/pair.ts';
import { agent } from './agent.ts';
import type { AgentDefinition } from './definition.ts';
import type { Turn } from './turn.ts';

const cwd = '/project';
let ids = 0;

/** An agent that does a bit of everything, on a log that outlives the connection. */
function durable(log: SessionLog, more: Partial<AgentDefinition> = {}): AgentDefinition {
  return {
    sessions: { log, now: () => 1_000 },
    mintId: (purpose) => `${purpose}-${++ids}`,
    async prompt(turn) {
      const message = turn.message();
      for (const token of ['one ', 'two ', 'three']) void message.append(token);
      const tool = turn.toolCall({ title: 'Look', kind: 'search' });
      void tool.append('found');
      void tool.finish();
      void turn.plan([{ content: 'a', priority: 'low', status: 'completed' }]);
      void turn.info({ title: turn.text });
      void turn.usage({ used: 1, size: 2 });
    },
    ...more,
  };
}

describe('durable sessions', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, -8.64e15 - 2])(
    'a clock that tells %d is refused when the agent is made',
    (time) => {
      const sessions = { log: new MemoryLog(), now: () => time };
      expect(() => agent({ sessions, prompt() {} })).toThrow(
        `A log keeps times as whole milliseconds since 1970 that a Date can hold, and ${time} is none.`,
      );
    },
  );

  test('[A4] capabilities come with the log', async () => {
    await using pair = await connected(durable(new MemoryLog()));
    expect(Object.keys(pair.client.agent.capabilities?.session ?? {}).sort()).toEqual([
      'close',
      'delete',
      'list',
      'load',
      'mcp',
      'prompt',
      'resume',
    ]);
  });

  test.each([
    ['folded once the turn has ended', undefined, 1],
    ['left alone where history is kept', 'keep' as const, 2],
  ])('the log of a session is %s', async (_, history, entries) => {
    const log = new MemoryLog();
    const sessions = { log, ...(history === undefined ? {} : { history }) };
    await using pair = await connected({
      sessions,
      async prompt(turn) {
        const message = turn.message({ id: 'm' });
        void message.append('one ');
        await message.append('two');
      },
    });
    const session = await pair.client.newSession({ cwd });
    await session.prompt('go');
    const found: string[] = [];
    for await (const batch of log.read(session.id)) found.push(...batch.map(({ event }) => JSON.stringify(event)));
    expect(found.filter((text) => text.includes('"messageId":"m"'))).toHaveLength(entries);
  });

  test('[A14] [A15] a load replays the folded state with the original ids, one update each, before its answer', async () => {
    const log = new MemoryLog();
    let id = '';
    let lived: unknown;
    {
      await using pair = await connected(durable(log));
      const session = await pair.client.newSession({ cwd });
      id = session.id;
      await session.prompt('first question');
      lived = foldedSession(session.state);
    }
    const before = await log.find(id);
    await using pair = await connected(durable(log));
    const session = await pair.client.loadSession({ sessionId: id, cwd });
    // The replay is not written down again; only that the session was opened.
    expect((await log.find(id))?.position).toBe((before?.position ?? 0) + 1);
    const updates = pair.wire
      .filter(({ message }) => message['method'] === 'session/update')
      .map(({ message }) => (message['params'] as { update: Record<string, unknown> }).update);
    expect(updates.map((update) => update['sessionUpdate'])).toEqual([
      'user_message',
      'agent_message',
      'tool_call_update',
      'plan_update',
      'session_info_update',
      'usage_update',
    ]);
    expect(updates[1]?.['content']).toEqual([{ type: 'text', text: 'one two three' }]);
    const { messages, toolCalls, plans, info, usage } = foldedSession(session.state);
    const told = lived as ReturnType<typeof foldedSession>;
    expect({ toolCalls, plans, info, usage }).toEqual({
      toolCalls: told.toolCalls,
      plans: told.plans,
      info: told.info,
      usage: told.usage,
    });
    expect(messages.map(({ messageId, kind }) => [messageId, kind])).toEqual(
      told.messages.map(({ messageId, kind }) => [messageId, kind]),
    );
  });

  test('[A14] a load tells the prompts too that the agent did not tell back', async () => {
    const log = new MemoryLog();
    const quiet = durable(log, { acknowledgesPrompts: false, prompt: (turn) => void turn.message().append('Yes.') });
    const words = ({ state }: ClientSession) =>
      [...state.messages].map(({ kind, content }) => [kind, textOf(content.toArray())]);
    let id = '';
    {
      await using pair = await connected(quiet);
      const session = await pair.client.newSession({ cwd });
      id = session.id;
      await session.prompt('First?');
      await session.prompt('Second?');
      expect(words(session)).toEqual([
        ['agent', 'Yes.'],
        ['agent', 'Yes.'],
      ]);
    }
    const ids: string[][] = [];
    for (const _ of ['first', 'again']) {
      await using pair = await connected(quiet);
      const session = await pair.client.loadSession({ sessionId: id, cwd });
      expect(words(session)).toEqual([
        ['user', 'First?'],
        ['agent', 'Yes.'],
        ['user', 'Second?'],
        ['agent', 'Yes.'],
      ]);
      ids.push([...session.state.messages].map(({ messageId }) => messageId));
    }
    expect(ids[1]).toEqual(ids[0]);
  });

  test('[A16] a resume replays nothing, and the agent has its history', async () => {
    const log = new MemoryLog();
    const seen: number[] = [];
    const definition = durable(log, {
      resumeSession: (_, session) => void seen.push(session.history?.messages.length ?? -1),
    });
    await using pair = await connected(definition);
    const { id } = await pair.client.newSession({ cwd });
    await pair.client.sessions.get(id)?.prompt('q');
    await pair.client.sessions.get(id)?.close();
    const sent = pair.wire.length;
    const resumed = await pair.client.resumeSession({ sessionId: id, cwd });
    expect(pair.wire.slice(sent).map(({ message }) => message['method'] ?? 'answer')).toEqual([
      'session/resume',
      'answer',
    ]);
    expect(seen).toEqual([2]);
    expect(await resumed.prompt('again')).toEqual({ stopReason: 'end_turn' });
  });

  test('an unknown session is -32002, another working directory -32602, a bad cursor -32602', async () => {
    await using pair = await connected(durable(new MemoryLog()));
    const { id } = await pair.client.newSession({ cwd });
    await expect(pair.client.loadSession({ sessionId: 'nope', cwd })).rejects.toMatchObject({ code: -32002 });
    await expect(pair.client.resumeSession({ sessionId: id, cwd: '/elsewhere' })).rejects.toMatchObject({
      code: -32602,
      message: 'The working directory of the session is /project, not /elsewhere.',
      data: { cwd },
    });
    await expect(pair.client.listSessions({ cursor: 'made up' })).rejects.toMatchObject({ code: -32602 });
  });

  test('a working directory with a slash at its end is the same one', async () => {
    await using pair = await connected(durable(new MemoryLog()));
    const { id: sessionId } = await pair.client.newSession({ cwd: '/project/' });
    await pair.client.loadSession({ sessionId, cwd: '/project' });
    await pair.client.resumeSession({ sessionId, cwd: '/project/' });
    const { sessions } = await pair.client.listSessions({ cwd: '/project' });
    expect(sessions.map(({ cwd: told }) => told)).toEqual(['/project/']);
  });

  test('[A18] [A20] list tells title, time and directories; delete erases, twice without complaint', async () => {
    const log = new MemoryLog();
    await using pair = await connected(durable(log, { additionalDirectories: true }));
    const session = await pair.client.newSession({ cwd, additionalDirectories: ['/more'] });
    await session.prompt('My title');
    const other = await pair.client.newSession({ cwd: '/other' });
    const updatedAt = new Date(1_000).toISOString();
    expect(await pair.client.listSessions({ cwd })).toEqual({
      sessions: [{ sessionId: session.id, cwd, additionalDirectories: ['/more'], title: 'My title', updatedAt }],
    });
    await pair.client.deleteSession(session.id);
    await pair.client.deleteSession(session.id);
    const left: string[] = [];
    for await (const { sessionId } of pair.client.allSessions()) left.push(sessionId);
    expect(left).toEqual([other.id]);
    expect(await log.find(session.id)).toBeUndefined();
  });

  test('what a crash cut off is ended at the next load: open tool calls have failed', async () => {
    const log = new MemoryLog();
    let id = '';
    {
      await using pair = await connected(
        durable(log, {
          prompt(turn: Turn) {
            void turn.message().append('half a sen');
            void turn.toolCall({ title: 'Endless', status: 'in_progress' });
            return new Promise<void>(() => {});
          },
        }),
      );
      const session = await pair.client.newSession({ cwd });
      id = session.id;
      const turn = session.prompt('go').catch(() => {});
      await new Promise<void>((resolve) => session.subscribe(() => session.state.toolCalls.length > 0 && resolve()));
      await pair.connection.close();
      await turn;
    }
    await using pair = await connected(durable(log));
    const session = await pair.client.loadSession({ sessionId: id, cwd });
    expect([...session.state.toolCalls].map(({ status }) => status)).toEqual(['failed']);
    expect([...session.state.messages].map(({ kind }) => kind)).toEqual(['user', 'agent']);
    expect(await session.prompt('go on')).toEqual({ stopReason: 'end_turn' });
  });

  test('redaction erases: what was replaced is in no entry of the log', async () => {
    const log = new MemoryLog();
    await using pair = await connected(
      durable(log, {
        async prompt(turn) {
          const message = turn.message();
          for (const part of ['the pass', 'word is hun', 'ter2']) void message.append(part);
          void message.set('removed');
          void turn.accepted?.set('also removed');
        },
      }),
    );
    const session = await pair.client.newSession({ cwd });
    await session.prompt('tell hunter2 to me');
    const entries: unknown[] = [];
    for await (const batch of log.read(session.id)) entries.push(...batch);
    expect(JSON.stringify(entries)).not.toMatch(/hun|ter2|pass/);
  });

  test('an agent whose session goes on in another one refuses a prompt before it does anything', async () => {
    const log = new MemoryLog();
    const begun: string[] = [];
    const agent = durable(log, { prompt: (turn) => void begun.push(turn.text) });
    await using first = await connected(agent);
    await using second = await connected(agent);
    const stale = await first.client.newSession({ cwd });
    const session = await second.client.loadSession({ sessionId: stale.id, cwd });
    await session.prompt('here');
    for (const prompt of ['there', 'there again']) {
      const refusal = await stale.prompt(prompt).catch((error: RpcError) => error.toJSON());
      expect(refusal).toEqual({
        code: -32050,
        message: 'The session was opened elsewhere. Load it again.',
        data: { failure: 'conflict', reason: 'opened_elsewhere' },
      });
    }
    expect(begun).toEqual(['here']);
    const shown = first.wire.filter(({ message }) => JSON.stringify(message).includes('"user_message"'));
    expect(shown).toEqual([]);
    const again = await first.client.loadSession({ sessionId: stale.id, cwd });
    expect(await again.prompt('there at last')).toEqual({ stopReason: 'end_turn' });
  });

  test('a turn whose record cannot be stored is not acknowledged', async () => {
    const log = new MemoryLog();
    const { append } = log;
    let isFull = false;
    const full = new LogError('full', 'The file /home/user/sessions.db cannot grow.');
    log.append = (...args) => (isFull ? Promise.reject(full) : append.apply(log, args));
    await using pair = await connected(durable(log));
    const session = await pair.client.newSession({ cwd });
    isFull = true;
    await expect(session.prompt('q')).rejects.toMatchObject({
      code: -32603,
      message: 'The session store of the agent has no room left.',
      data: { failure: 'full' },
    });
  });

  test.each([
    'invalid_time',
    'closed',
    'locked',
    'corrupt',
    'full',
    'read_only',
    'newer_version',
    'unavailable',
  ] as const)(
    'the words of a store that fails as %s go to who serves the agent, and not to the client',
    async (failure) => {
      const log = new MemoryLog();
      const error = new LogError(failure, 'password authentication failed for user "secret" at db.internal');
      const events: unknown[] = [];
      await using pair = await connected(durable(log), {}, { onEvent: (event) => events.push(event) });
      log.list = () => Promise.reject(error);
      log.find = () => Promise.reject(error);
      const list = await pair.client.listSessions({}).catch((refusal: RpcError) => refusal.toJSON());
      const load = await pair.client
        .loadSession({ sessionId: 's', cwd })
        .catch((refusal: RpcError) => refusal.toJSON());
      // What may work later is told apart from what does not.
      const isForNow = failure === 'locked' || failure === 'unavailable';
      const told = isForNow
        ? { code: -32050, data: { failure, reason: 'store_unavailable' } }
        : { code: -32603, data: { failure } };
      for (const refusal of [list, load]) {
        const message = expect.stringMatching(isForNow ? /^[A-Z].* Try again later\.$/ : /^[A-Z].* .*\.$/);
        expect(refusal).toEqual({ ...told, message });
      }
      expect(JSON.stringify(pair.wire)).not.toMatch(/secret|internal/);
      expect(events).toEqual([
        { type: 'handler-failed', method: 'session/list', error },
        { type: 'handler-failed', method: 'session/load', error },
      ]);
    },
  );
});
