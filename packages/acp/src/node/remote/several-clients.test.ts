import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { agent } from '../../roles/agent/agent.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientOptions } from '../../roles/client/options.ts';
import type { ClientSession } from '../../roles/client/session.ts';
import { remote } from './remote.ts';
import { serveHttp } from './serve-http.ts';

const tokens = {
  ada: 'the-token-of-ada-0123456789abcdef',
  screen: 'the-token-of-the-screen-0123456789',
};

/** Serves an agent that asks in each turn, to two people. */
function serveAsking() {
  const served = agent({
    sessions: { log: new MemoryLog() },
    async prompt(turn) {
      const { outcome } = await turn.requestPermission({ toolCallId: turn.text, title: 'Publish' });
      await turn.message().append('optionId' in outcome ? String(outcome.optionId) : outcome.outcome);
    },
  });
  return serveHttp(served, {
    port: 0,
    authenticate: Object.entries(tokens).map(([principal, token]) => ({ token, principal })),
    access: (principal) => (principal === 'screen' ? ['observe'] : ['observe', 'prompt', 'approve', 'admin']),
  });
}

const texts = ({ state }: ClientSession) =>
  state.messages.toArray().map(({ kind, content }) => [kind, JSON.stringify(content.toArray())]);

test('[RO95] [RO97] [X1] [X17] clients over WebSocket and HTTP have one session; the server says who may do what, and questions wait', async () => {
  await using service = await serveAsking();
  const visit = (who: keyof typeof tokens, scheme: 'http' | 'ws', options: ClientOptions = {}) => {
    const url = scheme === 'ws' ? service.url.replace('http', 'ws') : service.url;
    return connect(remote(url, { token: tokens[who] }), options);
  };
  let answer = (_: string) => {};
  const first = await visit('ada', 'ws', { requestPermission: () => new Promise(() => {}) });
  const session = await first.newSession({ cwd: '/w' });
  const screen = await visit('screen', 'http');
  const watched = await screen.loadSession({ sessionId: session.id, cwd: '/w' });
  const second = await visit('ada', 'http', {
    requestPermission: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  });
  const shared = await second.loadSession({ sessionId: session.id, cwd: '/w' });
  const turn = session.prompt('one');
  await expect.poll(() => shared.state.permissions.length).toBe(1);
  answer('allow');
  expect((await turn).stopReason).toBe('end_turn');
  for (const each of [shared, watched]) await expect.poll(() => texts(each)).toEqual(texts(session));
  await expect(watched.prompt('no')).rejects.toMatchObject({ code: -32000 });

  // All who may answer leave while they are asked, and the next one who comes is asked.
  void session.prompt('two').catch(() => {});
  await expect.poll(() => shared.state.permissions.length).toBe(1);
  await Promise.all([first.close(), second.close()]);
  const third = await visit('ada', 'ws', { requestPermission: () => 'reject' });
  const late = await third.loadSession({ sessionId: session.id, cwd: '/w' });
  await expect.poll(() => JSON.stringify(texts(late))).toContain('reject');
  await expect.poll(() => texts(watched)).toEqual(texts(late));
  await Promise.all([third.close(), screen.close()]);
});

test('[RO99] [X21] over HTTP the server tells by the address who is on its machine, and by what forwards to it', async () => {
  const served = agent({
    sessions: { log: new MemoryLog() },
    async prompt(turn) {
      const { outcome } = await turn.requestPermission({ toolCallId: turn.text, title: 'Publish' });
      await turn.message().append('optionId' in outcome ? String(outcome.optionId) : outcome.outcome);
    },
  });
  await using service = await serveHttp(served, { port: 0, serve: { ask: 'local' } });
  const asked: string[] = [];
  const visit = (who: string, headers: Readonly<Record<string, string>> = {}) =>
    connect(remote(service.url, { headers }), {
      requestPermission: () => {
        asked.push(who);
        return who === 'here' ? 'allow' : 'reject';
      },
    });
  // Somebody behind a proxy on this machine that the server was not told of.
  const distant = await visit('distant', { 'x-forwarded-for': '192.0.2.7' });
  const session = await distant.newSession({ cwd: '/w' });
  const here = await visit('here');
  const shared = await here.loadSession({ sessionId: session.id, cwd: '/w' });
  expect(service.connections.map(({ isLocal }) => isLocal)).toEqual([false, true]);
  expect((await session.prompt('one')).stopReason).toBe('end_turn');
  await expect.poll(() => texts(shared)).toEqual(texts(session));
  expect(JSON.stringify(texts(session))).toContain('allow');
  expect(asked).toEqual(['here']);
  await Promise.all([distant.close(), here.close()]);
});
