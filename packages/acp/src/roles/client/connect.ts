import type { HandlerContext, RequestContext } from '../../jsonrpc/handler-context.ts';
import { Peer } from '../../jsonrpc/peer.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import { ReceivedSessionNotification } from '../../protocol/june/generated/proposal.ts';
import type { SessionEvent } from '../../session/event.ts';
import type { Transport } from '../../transport/transport.ts';
import { type AnyVersionOptions, forAnyAgent } from '../any-version.ts';
import { outgoingCheck } from '../check-outgoing.ts';
import { report } from '../event-report.ts';
import { noiseEvent } from '../noise-event.ts';
import { readParams } from '../read-params.ts';
import { Client } from './client.ts';
import { EarlyUpdates } from './early-updates.ts';
import { UnsupportedVersionError } from './errors.ts';
import { missedBy } from './missed-update.ts';
import type { ClientEvent, ClientOptions } from './options.ts';
import { type ClientSession, controlOf } from './session.ts';
import { ClientWire } from './typed-peer.ts';

const version = 2;

/** The methods that a client answers itself, and what is heard of them. */
const ownMethods: Readonly<Record<string, string>> = {
  'session/update': 'onUpdate sees them',
  'session/request_permission': 'requestPermission answers them',
  '$/cancel_request': 'the signal of a request aborts by them',
};

/** Connects to the agent at the other end of a transport, which may speak v2 or v1: shakes hands, and gives the client to work with. */
export async function connect(transport: Transport, options: ClientOptions = {}): Promise<Client> {
  refuseOwnMethods(options);
  const sessions = new Map<string, ClientSession>();
  const early = new EarlyUpdates();
  const reading = options.reading ?? 'strict';
  let speaksV1 = false;
  const limits = options.limits === undefined ? {} : { limits: options.limits };
  const bridging: AnyVersionOptions = {
    ...limits,
    ...options.bridge,
    onEvent(event) {
      if (event.event === 'noise' && event.from === 'agent') notice(noiseEvent(event.frame));
      if (event.event === 'fault') notice(event.fault);
      if (event.event === 'connected') speaksV1 = event.isTranslating;
      options.bridge?.onEvent?.(event);
    },
  };
  const peer = new Peer(forAnyAgent(transport, bridging), {
    requests: { ...options.requests, 'session/request_permission': answerPermission },
    notifications: { ...options.notifications, 'session/update': takeUpdate },
    malformed: 'report',
    onEvent: notice,
    ...limits,
  });
  const wire = new ClientWire(peer, reading, outgoingCheck(options.checkOutgoing, options.onEvent));

  function answerPermission(params: unknown, context: RequestContext): unknown {
    const request = readParams(methods['session/request_permission'], params, reading);
    const session = sessions.get(request.sessionId);
    if (session !== undefined) return controlOf(session).answerPermission(request, context);
    throw new RpcError(errorCodes.resourceNotFound, `there is no session ${JSON.stringify(request.sessionId)}`);
  }

  function takeUpdate(params: unknown, _context: HandlerContext): void {
    const decoded = ReceivedSessionNotification.decode(params, reading);
    if (!decoded.ok) {
      notice({ type: 'malformed-update', issues: decoded.issues, params });
      return;
    }
    const { repairs, value } = decoded;
    if (repairs.length > 0) notice({ type: 'repaired-update', repairs, params });
    const isTaken = place(value.sessionId, { type: 'update', update: value.update });
    if (!isTaken) report(options, { type: 'unknown-session', sessionId: value.sessionId, params });
  }

  /** Puts an event into its session, or keeps it for a session that is expected; false if there is none. */
  function place(sessionId: string, event: SessionEvent): boolean {
    const session = sessions.get(sessionId);
    if (session === undefined) return early.hold(sessionId, event);
    controlOf(session).apply(event);
    return true;
  }

  /** Tells an event, whatever version the agent speaks; what a session misses by it is in its diagnostics. */
  function notice(event: ClientEvent): void {
    const missed = missedBy(event);
    if (missed !== undefined) place(missed.sessionId, missed.event);
    report(options, event);
  }

  try {
    const agent = await wire.request(
      'initialize',
      {
        protocolVersion: version,
        capabilities: options.capabilities ?? {},
        ...(options.info === undefined ? {} : { clientInfo: options.info }),
      },
      { signal: options.signal },
    );
    if (agent.protocolVersion !== version) throw new UnsupportedVersionError(agent.protocolVersion);
    return new Client({ agent, wire, options, sessions, early, speaksV1 });
  } catch (error) {
    await peer.close();
    throw error;
  }
}

/** A handler that is never called would be a mistake that nobody sees. */
function refuseOwnMethods({ requests = {}, notifications = {} }: ClientOptions): void {
  for (const method of [...Object.keys(requests), ...Object.keys(notifications)]) {
    if (!Object.hasOwn(ownMethods, method)) continue;
    throw new TypeError(`${JSON.stringify(method)} cannot have a handler of its own: ${ownMethods[method]}`);
  }
}
