import type { HandlerContext, RequestContext } from '../jsonrpc/handler-context.ts';
import { Peer } from '../jsonrpc/peer.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';
import { errorCodes } from '../protocol/base/generated/rpc.ts';
import { methods } from '../protocol/v2/generated/methods.ts';
import { decodeReceivedSessionNotification } from '../protocol/v2/generated/proposal.ts';
import type { SessionEvent } from '../session/event.ts';
import type { BrokenFrame, Received, Transport } from '../transport/transport.ts';
import { type AnyVersionOptions, forAnyAgent } from './any-version.ts';
import { brokenUpdate, sessionOfBroken } from './broken-update.ts';
import { Client } from './client.ts';
import { UnsupportedVersionError } from './client-error.ts';
import type { ClientOptions } from './client-options.ts';
import type { ClientSession } from './client-session.ts';
import { ClientWire } from './client-wire.ts';
import { EarlyUpdates } from './early-updates.ts';
import { report } from './event-report.ts';
import { readParams } from './incoming.ts';
import { outgoingCheck } from './outgoing.ts';

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
      if (event.event === 'noise' && event.from === 'agent') noteBroken(event.frame);
      if (event.event === 'connected') speaksV1 = event.isTranslating;
      options.bridge?.onEvent?.(event);
    },
  };
  const peer = new Peer(forAnyAgent(transport, bridging), {
    requests: { ...options.requests, 'session/request_permission': answerPermission },
    notifications: { ...options.notifications, 'session/update': takeUpdate },
    malformed: 'report',
    onEvent(event) {
      if (event.type === 'broken-frame') noteBroken(event.frame);
      report(options, event);
    },
    ...limits,
  });
  const wire = new ClientWire(peer, reading, outgoingCheck(options.checkOutgoing, options.onEvent));

  function answerPermission(params: unknown, context: RequestContext): unknown {
    const request = readParams(methods['session/request_permission'], params, reading);
    const session = sessions.get(request.sessionId);
    if (session !== undefined) return session.answerPermission(request, context);
    throw new RpcError(errorCodes.resourceNotFound, `there is no session ${JSON.stringify(request.sessionId)}`);
  }

  function takeUpdate(params: unknown, _context: HandlerContext): void {
    const decoded = decodeReceivedSessionNotification(params, reading);
    if (!decoded.ok) {
      options.onEvent?.({ type: 'malformed-update', issues: decoded.issues, params });
      sessionIn(params, sessions)?.apply({ type: 'malformed', issues: decoded.issues });
      return;
    }
    const { repairs, value } = decoded;
    if (repairs.length > 0) options.onEvent?.({ type: 'repaired-update', repairs, params });
    const event: SessionEvent =
      repairs.length > 0 ? { type: 'update', update: value.update, repairs } : { type: 'update', update: value.update };
    const session = sessions.get(value.sessionId);
    if (session !== undefined) session.apply(event);
    else if (!early.hold(value.sessionId, event))
      options.onEvent?.({ type: 'unknown-session', sessionId: value.sessionId, params });
  }

  /** An update that did not arrive whole is missing in its session, whatever version its agent speaks. */
  function noteBroken(frame: Received): void {
    const sessionId = typeof frame === 'string' ? undefined : sessionOfBroken(frame);
    if (sessionId !== undefined) sessions.get(sessionId)?.apply(brokenUpdate(frame as BrokenFrame));
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

function sessionIn(params: unknown, sessions: ReadonlyMap<string, ClientSession>): ClientSession | undefined {
  const id = typeof params === 'object' && params !== null && 'sessionId' in params ? params.sessionId : undefined;
  return typeof id === 'string' ? sessions.get(id) : undefined;
}
