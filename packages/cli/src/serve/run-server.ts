import { readFileSync, statSync } from 'node:fs';
import { agent } from '@emend/acp';
import { type HttpService, serveHttp } from '@emend/acp/node';
import { present } from '@emend/acp/protocol';
import type { RemoteConnection, SessionPlaces } from '@emend/acp/remote';
import type { ExitStatus } from '../command-entry.ts';
import { demonstration } from '../demo/demo-agent.ts';
import { isLoopback, listenAddress } from '../options/listen-address.ts';
import { note } from '../output/note.ts';
import { failed, Problem } from '../output/problem.ts';
import { writeOut } from '../output/standard-output.ts';
import { makeTokenFile, newToken, readToken } from '../remote/token-file.ts';
import { atMost } from '../timing/at-most.ts';
import { checkCommand, commandProblem } from './agent-processes.ts';
import { eventLog } from './connection-log.ts';
import { Front, type ServedAgent } from './front.ts';
import type { ServeOptions } from './serve-options.ts';
import { openServed, tellServer } from './served-directory.ts';
import { isDatabase } from './server-store.ts';
import { endingPatience, openStored } from './stored-agent.ts';

const log = (line: string): void => note(`${new Date().toISOString()} ${line}`);

const logEvent = eventLog(log);

/** Serves an agent until the process is told to end. */
export async function runServer(command: readonly string[], options: ServeOptions): Promise<ExitStatus> {
  const isDemo = command.length === 0;
  if (!isDemo) checkCommand(command);
  const secret = tokenOf(options);
  const isReady = (): string | undefined => (isDemo ? undefined : commandProblem(command));
  // Whoever registers with the address of a running server takes its sessions away.
  if (options.nodeUrl !== undefined) await tryToListen({ token: secret?.token, nodes: undefined, isReady }, options);
  const own = isDemo ? await openDemo(options) : await openFront(command, options);
  const served: ServedAgent =
    own === undefined
      ? { command, per: options.agentPer === 'session' ? 'session' : 'connection' }
      : { agent: own.agent };
  const directories = { roots: options.root, cwd: options.cwd };
  const front = new Front(
    served,
    {
      directories,
      sessions: options.maxSessions,
      permissions: options.permissions,
      ask: options.ask,
      // Without a store nobody can join the session of a client that has left.
      unattended: options.store === undefined ? 'reject' : options.unattended,
    },
    log,
  );
  const connect = (connection: RemoteConnection): void => front.connect(connection);
  const starting = start(connect, { token: secret?.token, nodes: own?.places, isReady }, options);
  const service = await starting.catch(async (error) => {
    // Agents and connections to a database would keep the process, and its lease the sessions.
    await own?.close();
    throw error;
  });
  const told = toldToEnd();
  const address = addressOf(service, options);
  if (options.store !== undefined && !isDatabase(options.store)) tellServer(options.store, address);
  await tell(address, secret?.isNew === true ? secret.token : undefined, options);
  await told.first;
  log(`Ending after running turns, in ${options.grace / 1000} s at the latest. A second signal ends at once.`);
  // Turns whose client has left go on until the grace time is over, too.
  const drained = Promise.all([service.drain({ grace: options.grace }), atMost(options.grace, front.ended())]);
  await atMost(options.grace + endingPatience, Promise.race([drained, told.second]));
  await atMost(endingPatience, close(service, front));
  // The store is closed after the agents.
  await atMost(2 * endingPatience, own?.close() ?? Promise.resolve());
  log('The server has ended.');
  // A socket or an agent that does not end must not keep the process.
  setTimeout(() => process.exit(), 100).unref();
  return 0;
}

async function close(service: HttpService, front: Front): Promise<void> {
  await Promise.all([service.close(), front.cancelTurns()]);
  await front.ended();
}

interface Secret {
  readonly token: string;
  /** Whether it was made up here. */
  readonly isNew: boolean;
}

function tokenOf({ token, tokenFile }: ServeOptions): Secret | undefined {
  if (!token) return undefined;
  if (tokenFile === undefined) return { token: newToken(), isNew: true };
  const made = makeTokenFile(tokenFile);
  if (made !== undefined) return { token: made, isNew: true };
  if (isBlank(tokenFile)) throw new Problem(`There is no token in ${tokenFile}. Delete it to have one made.`);
  return { token: readToken(tokenFile), isNew: false };
}

/** Returns whether a file has nothing in it; a pipe is not looked at, since it can be read once. */
function isBlank(file: string): boolean {
  try {
    return statSync(file).isFile() && readFileSync(file, 'utf8').trim() === '';
  } catch {
    return false;
  }
}

async function openDemo({ store, pace, permissions }: ServeOptions) {
  const stored = store === undefined ? undefined : await openServed(store);
  const demo = demonstration(present({ pace, log: stored }));
  const permissionPolicy = stored === undefined ? undefined : permissions?.decide;
  return {
    agent: agent({ ...demo.definition, ...present({ permissionPolicy }) }),
    places: undefined,
    async close(): Promise<void> {
      await demo.close();
      await stored?.close();
    },
  };
}

async function openFront(command: readonly string[], options: ServeOptions) {
  const { store, nodeUrl, place, agentIdle: idle, permissions } = options;
  if (store === undefined) return undefined;
  const node = nodeUrl === undefined ? undefined : present({ url: nodeUrl, place });
  const per = options.agentPer === 'server' ? 'server' : 'session';
  return openStored(command, { store, node, idle, per, permissions }, log);
}

/** What is served with, beside the options. */
interface Served {
  readonly token: string | undefined;
  readonly nodes: SessionPlaces | undefined;
  readonly isReady: () => string | undefined;
}

/** Fails as the start of the server would. */
async function tryToListen(served: Served, options: ServeOptions): Promise<void> {
  const service = await start((connection) => void connection.end('restarting'), served, options);
  await service.close();
}

async function start(
  connect: (connection: RemoteConnection) => void,
  { token, nodes, isReady }: Served,
  options: ServeOptions,
): Promise<HttpService> {
  const { allowOrigin, hostName, nodeUrl, behindProxy, maxConnections, maxSessions, idle } = options;
  const { host, port } = listenAddress(options.listen);
  const tls = options.cert === undefined ? undefined : certificate(options.cert, options.key ?? '');
  try {
    return await serveHttp(connect, {
      host,
      port,
      ...present({ tls, authenticate: token, nodes }),
      insecure: options.insecure === true || behindProxy.length > 0,
      allowedOrigins: allowOrigin,
      // The other servers use that name.
      hostNames: nodeUrl === undefined ? hostName : [...hostName, new URL(nodeUrl).host],
      trustedProxies: behindProxy,
      // There is one principal, the holder of the token.
      limits: {
        connections: maxConnections,
        connectionsPerPrincipal: maxConnections,
        sessions: maxSessions,
        away: idle,
      },
      isReady,
      onEvent: logEvent,
    });
  } catch (error) {
    throw new Problem(failed('The server could not be started', error));
  }
}

function certificate(cert: string, key: string): { readonly cert: Buffer; readonly key: Buffer } {
  const read = (file: string): Buffer => {
    try {
      return readFileSync(file);
    } catch (error) {
      throw new Problem(failed(`${file} cannot be read`, error));
    }
  };
  return { cert: read(cert), key: read(key) };
}

/** Returns the address for clients. A name is that of a proxy if the server itself can be reached from this machine only. */
function addressOf({ url, server }: HttpService, { listen }: ServeOptions): string {
  const { host } = listenAddress(listen);
  const bound = server.address();
  if (!isLoopback(host) || bound === null || typeof bound === 'string') return url;
  const { protocol, pathname } = new URL(url);
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `${protocol}//${name}:${bound.port}${pathname}`;
}

async function tell(url: string, token: string | undefined, { json, tokenFile }: ServeOptions): Promise<void> {
  if (token !== undefined && tokenFile !== undefined) log(`The token was made up and is in ${tokenFile}.`);
  if (json === true) await writeOut(`${JSON.stringify(present({ url, token }))}\n`);
  else await writeOut(token === undefined ? `${url}\n` : `${url}\ntoken: ${token}\n`);
}

/** Resolves with the first signal to end, and with the second. */
function toldToEnd(): { readonly first: Promise<void>; readonly second: Promise<void> } {
  let count = 0;
  let tellFirst = (): void => {};
  let tellSecond = (): void => {};
  const first = new Promise<void>((resolve) => {
    tellFirst = resolve;
  });
  const second = new Promise<void>((resolve) => {
    tellSecond = resolve;
  });
  const onSignal = (): void => {
    count += 1;
    if (count === 1) tellFirst();
    else tellSecond();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  return { first, second };
}
