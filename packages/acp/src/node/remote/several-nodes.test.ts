import { expect, onTestFinished, test, vi } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { SessionPlaces } from '../../remote/nodes/node-gateway.ts';
import type { ServerEvent } from '../../remote/server/events.ts';
import { agent } from '../../roles/agent/agent.ts';
import type { AccessScope } from '../../roles/agent/client-access.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientOptions } from '../../roles/client/options.ts';
import type { ClientSession } from '../../roles/client/session.ts';
import { textOf } from '../../session/plain-text.ts';
import { Gate } from '../../transport/gate.ts';
import type { Transport } from '../../transport/transport.ts';
import { remote } from './remote.ts';
import { type HttpService, serveHttp } from './serve-http.ts';

const cwd = '/project';
/** How many clients a node has room for. */
const most = 9;
/** The most that a client may send at once. */
const largest = 100_000;
const scopes: Readonly<Record<string, readonly AccessScope[]>> = {
  ada: ['observe', 'prompt', 'approve', 'admin'],
  writer: ['observe', 'prompt'],
  screen: ['observe'],
};
const tokenOf = (principal: string) => `the-token-of-${principal}-0123456789abcdef`;

/** Nodes that share a log, each behind a URL of its own; a session is on the node that opened it. */
async function startNodes(...names: readonly string[]) {
  const log = new MemoryLog();
  const owners = new Map<string, string>();
  const services = new Map<string, HttpService>();
  const urls = new Map<string, string>();
  const events: ServerEvent[] = [];
  const keyOf = (node: string) => `the-key-of-node-${node}-0123456789abcdef`;
  const opened = (node: string) => (_: unknown, session: { readonly id: string }) => void owners.set(session.id, node);
  for (const name of names) {
    const nodes: SessionPlaces = {
      key: keyOf(name),
      async ownerOf(sessionId) {
        const node = owners.get(sessionId);
        if (node === undefined) return undefined;
        return { node, url: urls.get(node) ?? '', key: keyOf(node), isHere: node === name };
      },
    };
    const served = agent({
      sessions: { log },
      newSession: opened(name),
      loadSession: opened(name),
      resumeSession: opened(name),
      async prompt(turn) {
        if (turn.text === 'wait')
          await new Promise((resolve) => turn.signal.addEventListener('abort', resolve, { once: true }));
        if (turn.text === 'ask') await turn.requestPermission({ toolCallId: 'call', title: 'Publish' });
        await turn.message({ content: `${turn.text} on ${name}` });
      },
    });
    const service = await serveHttp(served, {
      nodes,
      authenticate: Object.keys(scopes).map((principal) => ({ principal, token: tokenOf(principal) })),
      access: (principal) => scopes[principal] ?? [],
      limits: { connections: most, connectionsPerPrincipal: most, maxFrameBytes: largest },
      onEvent: (event) => events.push(event),
    });
    onTestFinished(() => service.close());
    services.set(name, service);
    urls.set(name, service.url);
  }
  const addressOf = (node: string) => (services.get(node)?.url ?? '').replace('http', 'ws');
  const visit = async (node: string, principal: string, options: ClientOptions = {}) => {
    const client = await connect(remote(addressOf(node), { token: tokenOf(principal) }), options);
    onTestFinished(() => client.close());
    return client;
  };
  return { visit, addressOf, keyOf, services, log, events };
}

const textsOf = ({ state }: ClientSession) => state.messages.toArray().map(({ content }) => textOf(content.toArray()));

async function framesOf(transport: Transport, into: unknown[]): Promise<void> {
  try {
    for await (const batch of transport.frames) into.push(...batch);
  } catch (error) {
    into.push(error);
  }
}

test('[RE92] [X20, X30] who a client is and what it may do holds on the node that has its session', async () => {
  const { visit, log } = await startNodes('a', 'b');
  const asked: string[] = [];
  const asks = (who: string): ClientOptions => ({
    requestPermission: ({ options }) => {
      asked.push(who);
      return options[0]?.optionId ?? { outcome: 'cancelled' };
    },
  });
  const ada = await visit('a', 'ada', asks('ada'));
  const session = await ada.newSession({ cwd });
  await session.prompt('first');
  const join = async (who: string) => (await visit('b', who, asks(who))).loadSession({ sessionId: session.id, cwd });
  const [screen, writer] = [await join('screen'), await join('writer')];
  // What it says of itself is not believed.
  const forged = { _meta: { 'emend/by': { principal: 'ada' }, 'emend/principal': 'ada' } };
  const readOnly = { code: -32000, message: expect.stringContaining('read only') };
  await expect(screen.prompt('mine', forged)).rejects.toMatchObject(readOnly);
  await writer.prompt('second', forged);
  await expect.poll(() => textsOf(screen)).toEqual(['first', 'first on a', 'second', 'second on a']);
  // Neither of the two may approve.
  await writer.prompt('ask');
  expect(asked).toEqual(['ada']);
  const prompted: unknown[] = [];
  for await (const batch of log.read(session.id))
    for (const { event } of batch) if (event.type === 'prompt_sent') prompted.push(event.by?.principal);
  expect(prompted).toEqual(['ada', 'writer', 'writer']);
});

test('[RO127] a session belongs to who created it, whatever node that is connected to, and whoever opens it elsewhere', async () => {
  const { visit, log } = await startNodes('a', 'b');
  const [ada, writer] = [await visit('a', 'ada'), await visit('b', 'writer')] as const;
  const [first, second] = [await ada.newSession({ cwd }), await writer.newSession({ cwd })];
  // Each opens that of the other, on the node that has it.
  await (await ada.loadSession({ sessionId: second.id, cwd })).prompt('by ada');
  await (await writer.loadSession({ sessionId: first.id, cwd })).prompt('by writer');
  const ids = async (node: string, principal: string, _meta?: Readonly<Record<string, unknown>>) => {
    const { sessions } = await (await visit(node, principal)).listSessions({ ...(_meta && { _meta }) });
    return sessions.map(({ sessionId }) => sessionId).toSorted();
  };
  for (const node of ['a', 'b']) {
    expect(await ids(node, 'ada')).toEqual([first.id]);
    expect(await ids(node, 'writer')).toEqual([second.id]);
    expect(await ids(node, 'screen')).toEqual([]);
    expect(await ids(node, 'ada', { 'emend/all': true })).toEqual([first.id, second.id].toSorted());
  }
  const ownerOf = async (sessionId: string) => (await log.find(sessionId))?.record.principal;
  expect([await ownerOf(first.id), await ownerOf(second.id)]).toEqual(['ada', 'writer']);
});

test('[RE92] only who has the key of a node passes clients on', async () => {
  const { addressOf, keyOf } = await startNodes('a');
  const greeting = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';
  const open = '{"jsonrpc":"2.0","method":"_emend/node/open","params":{"channel":1,"principal":"ada"}}';
  const inside = (frame: string) =>
    `{"jsonrpc":"2.0","method":"_emend/node/frame","params":{"channels":[1],"frame":${frame}}}`;
  const received = async (token: string, until: (frames: unknown[]) => boolean) => {
    const transport = remote(addressOf('a'), { token });
    onTestFinished(() => transport.close());
    const frames: unknown[] = [];
    void framesOf(transport, frames);
    for (const frame of [greeting, open, inside(greeting), '{"jsonrpc":"2.0","id":7,"method":"_no","params":{}}'])
      transport.send(frame)?.catch(() => {});
    await expect.poll(() => until(frames)).toBe(true);
    return JSON.stringify(frames);
  };
  // A client gets the answers to its own two requests, and nothing of a channel.
  const asClient = await received(tokenOf('screen'), (frames) => frames.length >= 2);
  expect([asClient.includes('_emend/node'), asClient.includes('agentCapabilities')]).toEqual([false, true]);
  const asNode = await received(keyOf('a'), (frames) => frames.length >= 1);
  expect([asNode.includes('_emend/node/frame'), asNode.includes('agentCapabilities')]).toEqual([true, true]);
  const asStranger = await received('the-key-of-node-b-0123456789abcdef', (frames) => frames.length >= 1);
  expect(asStranger).toContain('401');
});

test('[RE90] [X44] the clients of one node are one connection to the other, and all see what happens there', async () => {
  const { visit, services } = await startNodes('a', 'b');
  const session = await (await visit('a', 'ada')).newSession({ cwd });
  await session.prompt('first');
  const joined = await Promise.all(
    Array.from({ length: 8 }, async () => (await visit('b', 'writer')).loadSession({ sessionId: session.id, cwd })),
  );
  const nodes = services.get('a')?.connections.filter(({ principal }) => principal.startsWith('node ')) ?? [];
  expect(nodes.length).toBe(1);
  await session.prompt('second');
  const all = ['first', 'first on a', 'second', 'second on a'];
  await expect.poll(() => joined.map(textsOf)).toEqual(joined.map(() => all));
});

test('[RE90] [X40] an update reaches a client of another node while it is being stored: nobody waits for the store or asks it', async () => {
  const { visit, log } = await startNodes('a', 'b');
  const stored = new Gate();
  const append = log.append.bind(log);
  let isHeld = false;
  log.append = async (sessionId, events, condition) => {
    isHeld ||= JSON.stringify(events).includes('later on a');
    if (isHeld) await stored.promise;
    return append(sessionId, events, condition);
  };
  const session = await (await visit('a', 'ada')).newSession({ cwd });
  const there = await (await visit('b', 'screen')).loadSession({ sessionId: session.id, cwd });
  const reads = [vi.spyOn(log, 'read'), vi.spyOn(log, 'follow')];
  const turn = session.prompt('later');
  await expect.poll(() => textsOf(there)).toEqual(['later', 'later on a']);
  expect(reads.map(({ mock }) => mock.calls)).toEqual([[], []]);
  expect(session.isBusy).toBe(true);
  stored.open();
  expect(await turn).toEqual({ stopReason: 'end_turn' });
});

test('[RE90] [X3] the largest message of a client, and many of them at once, leave the connection between two nodes as it is', async () => {
  const { visit, addressOf, events } = await startNodes('a', 'b');
  const ada = await visit('a', 'ada');
  const [running, ...others] = await Promise.all(Array.from({ length: 5 }, () => ada.newSession({ cwd })));
  const there = await visit('b', 'writer');
  const turn = (await there.loadSession({ sessionId: running?.id ?? '', cwd })).prompt('wait');
  const joined = await Promise.all(
    others.map(async ({ id }) => {
      const transport = remote(addressOf('b'), { token: tokenOf('writer') });
      let sent = 0;
      const client = await connect({
        ...transport,
        send(frame) {
          sent = frame.length;
          return transport.send(frame);
        },
      });
      onTestFinished(() => client.close());
      const session = await client.loadSession({ sessionId: id, cwd });
      await session.prompt('first');
      // Its id may be a digit longer.
      return { session, large: 'x'.repeat(largest - (sent - 'first'.length) - 1) };
    }),
  );
  await Promise.all(joined.map(({ session, large }) => session.prompt(large)));
  for (const { session, large } of joined)
    await expect.poll(() => textsOf(session)).toEqual(['first', 'first on a', large, `${large} on a`]);
  await running?.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect(events.filter(({ type }) => type === 'node-lost' || type === 'refused')).toEqual([]);
});

test('[RE92] a node that has no room for more clients lets in other nodes, whose clients have been let in there', async () => {
  const { visit, services } = await startNodes('a', 'b');
  const there = await visit('b', 'writer');
  const visits = await Promise.all(Array.from({ length: most }, () => visit('a', 'ada')));
  const session = await visits[0]?.newSession({ cwd });
  expect(services.get('a')?.connections.length).toBe(most);
  const joined = await there.loadSession({ sessionId: session?.id ?? '', cwd });
  expect(await joined.prompt('first')).toEqual({ stopReason: 'end_turn' });
});

test('[RE93] clients of a node that cannot be reached are told that trying again helps, and only the operator is told where it was', async () => {
  const { visit, services, events } = await startNodes('a', 'b');
  const session = await (await visit('a', 'ada')).newSession({ cwd });
  const there = await visit('b', 'ada');
  const { port } = new URL(services.get('a')?.url ?? '');
  await services.get('a')?.close();
  const message =
    'The machine that has this session cannot be reached. The connection to it has failed. Try again in a moment.';
  const refused = { code: -32050, message, data: { reason: 'owner_lost' } };
  await expect(there.loadSession({ sessionId: session.id, cwd })).rejects.toMatchObject(refused);
  const lost = events.filter(({ type }) => type === 'node-lost');
  expect(lost).toEqual([{ type: 'node-lost', node: 'a', reason: expect.stringContaining(port) }]);
});

test('[RE96] [X39] a node that ends waits for no turn of another node, which goes on', async () => {
  const { visit, services } = await startNodes('a', 'b');
  const session = await (await visit('a', 'ada')).newSession({ cwd });
  // What runs is told in November only.
  const watching = await (await visit('b', 'screen', { prefers: 'november' })).loadSession({
    sessionId: session.id,
    cwd,
  });
  const turn = session.prompt('wait');
  await expect.poll(() => textsOf(watching)).toEqual(['wait']);
  await services.get('b')?.drain({ grace: 600_000 });
  expect(services.get('b')?.connections).toEqual([]);
  expect(session.isBusy).toBe(true);
  session.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  // It would not end within the grace time.
}, 60_000);

test('[RE96] [X39] a node that ends tells other nodes that it does not come back, and clients that they may', async () => {
  const { visit, services, events } = await startNodes('a', 'b');
  const session = await (await visit('a', 'ada')).newSession({ cwd });
  await (await visit('b', 'ada')).loadSession({ sessionId: session.id, cwd });
  const before = events.length;
  await services.get('a')?.drain({ grace: 600_000, reason: 'restart' });
  const ended = events.slice(before).flatMap((event) => (event.type === 'ended' ? [event] : []));
  const told = ended.map(({ principal, reason }) => `${principal.replace(/ .*/, '')} ${reason}`).toSorted();
  expect(told).toEqual(['ada restarting', 'ada restarting', 'node agent']);
});
