/**
 * Puts an agent of this library in front of any other one, which then has sessions that are stored and that several clients can have open at once.
 *
 * usage: relay-server FILE COMMAND [ARGS...]
 *
 * It serves the agent on a port of this machine, lets two clients of different dialects use one session of it, and prints what each of them shows.
 */
import { isDeepStrictEqual } from 'node:util';
import { type ClientSession, connect, relayAgent } from '@emend/acp';
import { remote, serveHttp, spawnAgent } from '@emend/acp/node';
import { messageText } from '@emend/acp/view';
import { openSqliteLog } from '@emend/sqlite';

const [file, command, ...args] = process.argv.slice(2);
if (file === undefined || command === undefined) {
  console.error('usage: relay-server FILE COMMAND [ARGS...]');
  process.exit(2);
}

const cwd = process.cwd();
const log = await openSqliteLog(file);
// The agent is started for each session, and once at the start to learn what it can do.
const relay = await relayAgent({ connect: (options) => spawnAgent(command, args, options), sessions: { log } });
const service = await serveHttp(relay.agent);

const ada = await connect(remote(service.url), { info: { name: 'ada', version: '1' }, prefers: 'june' });
const session = await ada.newSession({ cwd });
await session.prompt('/capital Brazil');

// Loading a session that is open joins it: this client gets the history, and then everything that happens.
const ben = await connect(remote(service.url), { info: { name: 'ben', version: '1' }, prefers: 'november' });
const joined = await ben.loadSession({ sessionId: session.id, cwd });
await joined.prompt('/capital Turkey');

const shown = ({ state }: ClientSession) =>
  [...state.messages].map((message) => `${message.kind}: ${messageText(message)}`);
// The answer to a list comes after everything that was sent before it.
await ada.listSessions();
if (!isDeepStrictEqual(shown(session), shown(joined))) throw new Error('The clients do not show the same.');
console.log(shown(session).join('\n'));

await Promise.all([ada.close(), ben.close()]);
await service.close();
await relay.close();
await log.close();
