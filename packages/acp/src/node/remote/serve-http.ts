import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import { NodeGateway, type SessionPlaces } from '../../remote/nodes/node-gateway.ts';
import { MAX_NODE_FRAME_BYTES, NODE_PATIENCE } from '../../remote/nodes/node-link.ts';
import { routedClient } from '../../remote/nodes/routed-client.ts';
import { listenProblem } from '../../remote/server/access/listen-problem.ts';
import type { RemoteConnection } from '../../remote/server/connection.ts';
import type { HttpRequest } from '../../remote/server/http-exchange.ts';
import { RemoteServer } from '../../remote/server/remote-server.ts';
import type { DrainOptions, RemoteServerOptions } from '../../remote/server/server-options.ts';
import { platformClock } from '../../remote/wire/clock.ts';
import { defaultRemoteLimits } from '../../remote/wire/limits.ts';
import type { Agent } from '../../roles/agent/agent.ts';
import type { AccessScope } from '../../roles/agent/client-access.ts';
import { v1ClientInJune } from '../../roles/agent/client-bridge.ts';
import { eraserIn } from '../../roles/agent/erased-frames.ts';
import type { ServeOptions } from '../../roles/agent/serve.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import type { ClientTls } from './http-fetch.ts';
import { createNodeServer, type ListenOptions, listen, urlOf } from './listen.ts';
import { mount, type NodeServer } from './mount.ts';
import { OpenSockets } from './open-sockets.ts';
import { remote as connectTo } from './remote.ts';
import { ServedAgent } from './served-agent.ts';

/** Options of `serveHttp`. */
export interface ServeHttpOptions extends ListenOptions, Omit<RemoteServerOptions, 'onConnection' | 'nodeKey'> {
  /**
   * A server of node:http, node:https or node:http2 to serve on, beside whatever else it serves. Without one, a server is started at
   * `host` and `port`.
   */
  readonly server?: NodeServer;
  /**
   * Options of the connections of an agent; see `serve`. If the agent stores its sessions, `whenClientLeaves` is `finish` by default, and
   * `unattended` is `wait`.
   */
  readonly serve?: ServeOptions;
  /** Returns what a client may do, by the name that `authenticate` returned for it; everything by default. */
  readonly access?: (principal: string) => readonly AccessScope[];
  /**
   * The nodes that share the sessions of the agent: `log.ownership` of a log that was opened for a node with a `url`, which is where this server
   * is reached. Clients of this server use the sessions that other nodes have as if they were here, and those know who they are.
   */
  readonly nodes?: SessionPlaces;
  /** Settings of TLS for connections to other nodes, for example `ca`. */
  readonly nodeTls?: ClientTls;
  /** Whether a server without TLS may listen on an address that other machines reach, for example behind a proxy. Default: false. */
  readonly insecure?: boolean;
}

/** An agent behind a URL; `serveHttp` creates it. */
export interface HttpService extends AsyncCloseable {
  /** The address for clients. The same address, with `ws` in place of `http`, takes WebSockets. */
  readonly url: string;
  readonly server: NodeServer;
  /** The connections that are alive. */
  readonly connections: readonly RemoteConnection[];
  /** Takes no new connections and prompts, lets running turns finish within the grace time, and then closes; see `close`. */
  drain(options: DrainOptions): Promise<void>;
  /**
   * Ends all connections and cancels all turns. A server that was started is stopped, one that was given goes on without them. Resolves when
   * the handlers of the turns have ended, so that the log of the agent can be closed; one that ignores its signal is waited for 5 s.
   */
  close(): Promise<void>;
}

/** How long the headers of a request may take, in milliseconds. */
const HEADERS_TIME = 10_000;

/**
 * Serves an agent over WebSocket and HTTP. In place of an agent, a function may be given that connects each new connection to whatever
 * it likes. Rejects if the server cannot listen.
 */
export async function serveHttp(
  agent: Agent | ((connection: RemoteConnection) => void),
  options: ServeHttpOptions = {},
): Promise<HttpService> {
  // Plain JavaScript may pass the definition of an agent itself.
  if (typeof agent !== 'function' && agent?.definition === undefined)
    throw new TypeError('The first argument of serveHttp() must be an agent made by agent(), or a function.');
  const { server: given, serve, access, insecure: _, host, port, tls, nodes, nodeTls, ...remoteOptions } = options;
  if (given === undefined) checkExposure(options);
  const limits = { ...defaultRemoteLimits, ...options.limits };
  // Without a check everybody has the same name, which says nothing.
  const identify = (connection: RemoteConnection) => ({
    isLocal: () => connection.isLocal === true,
    ...(options.authenticate !== undefined && { principal: connection.principal }),
    ...(access !== undefined && { access: access(connection.principal) }),
  });
  const shared = typeof agent === 'function' ? undefined : new ServedAgent(agent, serve ?? {}, identify);
  const connect = typeof agent === 'function' ? agent : (each: RemoteConnection) => shared?.connect(each);
  const gateway = nodes === undefined ? undefined : gatewayTo(nodes, nodeTls, options.onEvent);
  const onConnection = (each: RemoteConnection): void =>
    connect(gateway === undefined ? each : routed(each, gateway, serve ?? {}));
  const nodeKey = nodes?.key;
  const remote = new RemoteServer({ ...remoteOptions, ...(nodeKey !== undefined && { nodeKey }), onConnection });
  const server = given ?? createNodeServer(options, { headers: HEADERS_TIME, body: limits.body });
  const { path = '/acp' } = options;
  // The probes of a server that was given are its own.
  const serves = (target: string) => given === undefined || (remote.serves(target) && target.startsWith(path));
  const served = {
    serves,
    handle: (request: HttpRequest) => remote.handle(request),
    upgrade: (request: HttpRequest) => remote.upgrade(request),
  };
  const mounted = mount(server, served, limits, options.clock ?? platformClock);
  const sockets = given === undefined ? new OpenSockets(server) : undefined;
  if (given === undefined) await listen(server, options);
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    await Promise.all([remote.close(), shared?.close()]);
    await gateway?.close();
    mounted.unmount();
    await sockets?.end();
  }
  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }

  return {
    get url() {
      return urlOf(server, path, options.hostNames?.[0]);
    },
    server,
    get connections() {
      return remote.connections;
    },
    async drain(drainOptions) {
      await Promise.all([remote.drain(drainOptions), shared?.finish(drainOptions.grace)]);
      await close();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Returns a connection whose client also reaches sessions of other nodes. What a client of v1 has been shown is known where it is connected, and
 * not where its session was, which may be lost.
 */
function routed(connection: RemoteConnection, gateway: NodeGateway, options: ServeOptions): RemoteConnection {
  const client = v1ClientInJune(connection.transport, options);
  const value = routedClient(client, gateway.linksOf(connection));
  connection.isElsewhere = (sessionId) => value.isElsewhere(sessionId);
  // What is known of a connection may change, so that it is asked each time.
  return Object.create(connection, { transport: { value, enumerable: true } }) as RemoteConnection;
}

function gatewayTo(
  nodes: SessionPlaces,
  tls: ClientTls | undefined,
  onEvent: RemoteServerOptions['onEvent'],
): NodeGateway {
  const options = {
    first: 'websocket',
    giveUpAfter: NODE_PATIENCE,
    maxFrameBytes: MAX_NODE_FRAME_BYTES,
    ...(tls !== undefined && { tls }),
  } as const;
  return new NodeGateway(nodes, {
    eraserIn,
    onLost: (node, reason) => notifyListener(onEvent, { type: 'node-lost', node, reason }),
    open: (url, token) => connectTo(url, { ...options, ...(token !== undefined && { token }) }),
  });
}

/** Refuses to offer an agent, which may run commands, to the whole network by mistake. */
function checkExposure({ host = '127.0.0.1', authenticate, tls, insecure = false }: ServeHttpOptions): void {
  const hasToken = authenticate !== undefined;
  const problem = listenProblem({ host, hasToken, hasTls: tls !== undefined, allowsPlainHttp: insecure });
  if (problem !== undefined) throw new TypeError(problem);
}
