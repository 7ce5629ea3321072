/**
 * Two servers that share the sessions of one database, as servers on two machines do: a client may be connected to either of them, and when one
 * ends the other goes on with its sessions.
 *
 * usage: DATABASE_URL=postgres://... several-nodes
 */
import { agent, type ClientSession, connect } from '@emend/acp';
import { type HttpService, remote, serveHttp } from '@emend/acp/node';
import { messageText } from '@emend/acp/view';
import { openPostgresLog } from '@emend/postgres';

const database = process.env['DATABASE_URL'];
if (database === undefined || database === '') {
  console.error(
    'several-nodes: Say in DATABASE_URL where a PostgreSQL is, for example postgres://me@localhost/postgres.',
  );
  process.exit();
}

/** Starts a server. It needs an address at which the others reach it. */
async function startNode(name: string, port: number): Promise<HttpService & { leave(): Promise<void> }> {
  const url = `http://127.0.0.1:${port}/acp`;
  const log = await openPostgresLog(database ?? '', { schema: 'several_nodes', node: { name, url } });
  const served = agent({
    sessions: { log },
    async prompt(turn) {
      await turn.message({ content: `${turn.text} was answered by ${name}.` });
    },
  });
  const service = await serveHttp(served, { port, ...(log.ownership && { nodes: log.ownership }) });
  return Object.assign(service, {
    // Turns that run may finish, and then another server can have the sessions.
    async leave() {
      await service.drain({ grace: 10_000 });
      await log.close();
    },
  });
}

const [first = 0, second = 0] = (process.argv[2] ?? '4711,4712').split(',').map(Number);
const cwd = process.cwd();
const a = await startNode('a', first);
const b = await startNode('b', second);

const ada = await connect(remote(a.url));
const session = await ada.newSession({ cwd });
await session.prompt('One');
// This client is connected to the other server, which passes it on to the one that has the session.
const ben = await connect(remote(b.url));
const joined = await ben.loadSession({ sessionId: session.id, cwd });
await joined.prompt('Two');

await ada.close();
await a.leave();
await prompted(joined, 'Three');
console.log([...joined.state.messages].map(messageText).join('\n'));
await ben.close();
await b.leave();

/** Prompts until a server has the session: for a moment after the end of one, the answer is that trying again helps. */
async function prompted(to: ClientSession, text: string): Promise<void> {
  for (;;) {
    const error = await to.prompt(text).then(
      () => undefined,
      (cause: { readonly code?: number; readonly data?: { readonly reason?: string } }) => cause,
    );
    if (error === undefined) return;
    // One that may have been run in part is not for a program to repeat.
    if (error.code !== -32050 || error.data?.reason === 'turn_lost') throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
