import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Http2SecureServer, Http2Server } from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { refusal } from '../../remote/server/refusal.ts';
import type { RemoteServer } from '../../remote/server/remote-server.ts';
import type { Clock } from '../../remote/wire/clock.ts';
import type { RemoteLimits } from '../../remote/wire/limits.ts';
import { Deadlines } from './deadlines.ts';
import { type Incoming, isHttp2, namesHosts, readableRequest } from './incoming.ts';
import { type Outgoing, sendAnswer } from './outgoing.ts';
import { keepAlive, plainResponse, TWO_HOSTS, Upgrades } from './upgrades.ts';

/** A server of node:http, node:https or node:http2. */
export type NodeServer = HttpServer | HttpsServer | Http2Server | Http2SecureServer;

/** The part of a remote server that answers requests. */
export type ServedPaths = Pick<RemoteServer, 'serves' | 'handle' | 'upgrade'>;

/** How long the rest of a refused body is read, in milliseconds. */
const LINGER = 2_000;

/** What is served on a server of Node. */
interface Mounted {
  /** Stops serving; the server is as it was before. */
  unmount(): void;
}

/**
 * Serves a remote server's paths on a server of Node and leaves everything else to the server's other listeners.
 *
 * The server's `emit` is replaced for this: a listener beside others could not keep them from answering the same request, whether they
 * were there before or come later.
 */
export function mount(server: NodeServer, remote: ServedPaths, limits: RemoteLimits, clock: Clock): Mounted {
  const bodies = new Deadlines(clock, limits.body);
  const lingering = new Deadlines(clock, LINGER);
  const upgrades = new Upgrades(remote, limits, { bodies });

  async function answer(incoming: Incoming, outgoing: Outgoing, onRead?: () => void): Promise<void> {
    if (!isHttp2(incoming)) keepAlive(incoming.socket);
    if (namesHosts(incoming)) return sendAnswer(incoming, outgoing, TWO_HOSTS, lingering);
    const request = readableRequest(incoming, { bodies, ...(onRead === undefined ? {} : { onRead }) });
    sendAnswer(incoming, outgoing, await remote.handle(request), lingering);
  }

  const { emit } = server;
  let isMounted = true;
  const isOurs = (incoming: Incoming) => remote.serves(incoming.url ?? '');
  /** Handles an event if it is about one of our paths. */
  function take(event: string | symbol, [incoming, other, head]: unknown[]): boolean {
    if (event === 'clientError') return dropCutOff(incoming as NodeJS.ErrnoException, other as Duplex);
    if (event !== 'request' && event !== 'upgrade' && event !== 'checkContinue') return false;
    if (!isOurs(incoming as Incoming)) return false;
    // Whatever goes wrong with a request ends that request, not the process.
    const drop = () => void (other as Duplex).destroy();
    if (event === 'request') answer(incoming as Incoming, other as Outgoing).catch(drop);
    else if (event === 'checkContinue')
      answer(incoming as Incoming, other as Outgoing, () => (other as Outgoing).writeContinue()).catch(drop);
    else upgrades.upgrade(incoming as IncomingMessage, other as Duplex, head as Buffer).catch(drop);
    return true;
  }
  const emitOther = function (this: NodeServer, event: string | symbol, ...values: unknown[]): boolean {
    return (isMounted && take(event, values)) || Reflect.apply(emit, this, [event, ...values]);
  } as typeof server.emit;
  server.emit = emitOther;

  // Node emits these events only if somebody listens to them. What comes here is not ours; others may have no listener of their own.
  function onRequest(incoming: Incoming, outgoing: Outgoing): void {
    if (server.listenerCount('request') === 1)
      sendAnswer(incoming, outgoing, refusal(404, 'There is nothing at this path.'), lingering);
  }
  function onUpgrade(incoming: IncomingMessage, stream: Duplex): void {
    if (server.listenerCount('upgrade') === 1) server.emit('request', incoming, plainResponse(incoming, stream));
  }
  const listening = server as HttpServer;
  listening.on('request', onRequest).on('upgrade', onUpgrade);

  return {
    unmount() {
      bodies.clear();
      lingering.clear();
      listening.off('request', onRequest).off('upgrade', onUpgrade);
      isMounted = false;
      // Other code may have wrapped it since, and must not be undone.
      if (server.emit === emitOther) server.emit = emit;
    },
  };
}

/**
 * Drops a connection that ended within a request. Node would answer 400, which a client could only take for a refusal; without an
 * answer it tries again.
 */
function dropCutOff({ code }: NodeJS.ErrnoException, stream: Duplex): boolean {
  if (code !== 'HPE_INVALID_EOF_STATE') return false;
  stream.destroy();
  return true;
}
