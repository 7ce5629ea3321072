import { agent, RpcError } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { serveHttp } from '@emend/acp/node';
import { expect, onTestFinished, test } from 'vitest';
import { AgentLink } from './agent-link.ts';

const notNow = new RpcError(-32050, 'Not now.', { reason: 'owner_lost' });
const gone = new RpcError(-32002, 'There is no such session.');
const chat = { cwd: '/', addDir: [], mcp: [], prompt: [], set: [], timeout: 60_000, history: false };

/** What a chat is told when its connection was lost, and its session is refused like this on the next one. */
async function toldAfter(refusals: RpcError[]) {
  const served = agent({
    sessions: { log: new MemoryLog() },
    async loadSession() {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
    },
    async prompt(turn) {
      await turn.message().append('Hello.');
    },
  });
  const service = await serveHttp(served, { authenticate: 'secret' });
  onTestFinished(() => service.close());
  const link = new AgentLink({ url: service.url, token: 'secret' }, chat);
  onTestFinished(() => link.close());
  const told: string[] = [];
  await link.start({ onRestoring: (words) => told.push(words), onLost: (words) => told.push(words) });
  const session = await link.openSession();
  await session.prompt('hi');
  await Promise.all(service.connections.map((connection) => connection.end('lost')));
  const end = await session.prompt('hi').then(
    ({ stopReason }) => stopReason,
    () => 'failed',
  );
  return { told: told.map((words) => words.replace(session.id, 'ID')), end, loss: link.lossOf(session) };
}

const refused = 'The server cannot open this conversation now. It is asked again for up to two minutes; prompts wait.';
const openAgain = 'The conversation is open again.';
const unopened = 'The server could not open this conversation again. Try it later with --resume ID.';
const notStored = 'The server no longer has this conversation, and it was not stored.';

test.each([
  ['is open at once', [], [], 'end_turn'],
  ['is refused for now', [notNow], [refused, openAgain], 'end_turn'],
  ['is refused for now, and then for good', [notNow, gone], [refused, unopened], 'failed'],
  ['is gone', [gone], [notStored], 'failed'],
])('a conversation that %s after the connection was lost', async (_, refusals, told, end) => {
  const { loss, ...outcome } = await toldAfter(refusals);
  expect(outcome).toEqual({ told, end });
  expect(loss !== undefined).toBe(end === 'failed');
});
