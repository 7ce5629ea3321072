import { checkRewrite } from '../../bridge/check-rewrite.ts';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { Peer } from '../../jsonrpc/peer.ts';
import type { PeerOptions } from '../../jsonrpc/peer-options.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import type { InitializeResponse } from '../../protocol/june/generated/initialize.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import type { SessionUpdate as NovemberUpdate } from '../../protocol/november/generated/session-update.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { SessionEvent, UpdateEvent } from '../../session/event.ts';
import { divided } from '../../session/november-parts.ts';
import type { SessionDialect } from '../../session/session-readers.ts';
import type { Transport } from '../../transport/transport.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import { outgoingCheck } from '../check-outgoing.ts';
import { report } from '../event-report.ts';
import { noiseEvent } from '../noise-event.ts';
import type { AgentCalls } from './agent-calls.ts';
import { AgentLine, type AgentPeer } from './agent-line.ts';
import { type ClientCore, forAnyAgent } from './any-agent.ts';
import { Client } from './client.ts';
import { EarlyUpdates } from './early-updates.ts';
import { type AskedSession, elicitations } from './elicitation.ts';
import { type MalformedResultError, UnsupportedVersionError } from './errors.ts';
import { juneCalls } from './june/calls.ts';
import { missedBy } from './missed-update.ts';
import { novemberCalls } from './november/calls.ts';
import { dividedPermission, readNovemberPart } from './november-beside-june.ts';
import { offeredCapabilities } from './offered-capabilities.ts';
import type { ClientEvent, ClientOptions } from './options.ts';
import { type ClientSession, controlOf } from './session.ts';

/** The protocol version that clients are written for. */
const version = 2;

/** The methods that the client handles itself, and what to use instead of a handler. */
const ownMethods: Readonly<Record<string, string>> = {
  'session/update': 'use onUpdate',
  'session/request_permission': 'use requestPermission',
  '$/cancel_request': 'it aborts the signal of the request',
};

/** Connects to the agent at the other end of a transport and performs the handshake. The agent may speak v2 or v1. */
export async function connect(transport: Transport, options: ClientOptions = {}): Promise<Client> {
  // Plain JavaScript may forget the transport.
  if (transport?.frames === undefined) throw new TypeError('The first argument of connect() must be a transport.');
  checkRewrite(options.bridge?.rewrite);
  refuseOwnMethods(options);
  const sessions = new Map<string, ClientSession>();
  const early = new EarlyUpdates();
  let dialect: Dialect = 'june';
  /** Whether what only November has comes beside June. */
  let isWide = false;
  /** Whether the first handshake is over. */
  let isConnected = false;
  let latest = transport;
  const reopen = options.reopen?.bind(options) ?? (transport.again && (() => latest.again?.() ?? latest));
  const core: ClientCore = {
    speaks: new Set(['june', 'november']),
    prefers: options.prefers ?? 'november',
    goesOn: reopen !== undefined,
    onAgent(agent, spoken) {
      if (isConnected && agent !== dialect) {
        const text = `The agent speaks ${agent} now, and spoke ${dialect} on the connection that was lost.`;
        throw new ConnectionError('refused', text);
      }
      if (isConnected) return;
      dialect = agent;
      isWide = agent !== spoken && core.prefers === 'november';
      if (spoken === 'november') calls = callsOver(line, 'november');
    },
  };
  const limits = present({ limits: options.limits });
  const { idPrefix = 'emend' } = options;
  const bridging: AnyVersionOptions = {
    ...limits,
    idPrefix,
    ...options.bridge,
    onEvent(event) {
      if (event.type === 'noise' && event.from === 'agent') notice(noiseEvent(event.frame));
      if (event.type === 'fault') notice(event.fault);
      options.bridge?.onEvent?.(event);
    },
  };
  const desk = options.elicitation && elicitations(options.elicitation, askedSession);
  const handlers: PeerOptions = {
    requests: {
      ...options.requests,
      ...(desk && { 'elicitation/create': desk.answer }),
      'session/request_permission': answerPermission,
    },
    notifications: {
      ...options.notifications,
      ...(desk && { 'elicitation/complete': desk.complete }),
      'session/update': takeUpdate,
    },
    ...(options.otherRequest && { otherRequest: options.otherRequest.bind(options) }),
    ...(options.otherNotification && { otherNotification: options.otherNotification.bind(options) }),
    malformed: 'report',
    isStrict: () => calls.dialect === 'november',
    onEvent: notice,
    // Nobody waits for the answers of a client that goes on over another connection.
    whenPeerEnds: reopen ? 'cancel' : (options.whenAgentEnds ?? 'finish'),
    ...limits,
  };
  const check = outgoingCheck(options.checkOutgoing, options.onEvent);
  const line = new AgentLine(open(transport));
  let calls = callsOver(line, 'june');

  function open(next: Transport): Peer {
    latest = next;
    return new Peer(forAnyAgent(next, bridging, core), handlers);
  }

  function callsOver(peer: AgentPeer, spoken: SessionDialect): AgentCalls {
    return spoken === 'november'
      ? novemberCalls(peer, options.reading ?? 'lenient', check, reportMalformed, idPrefix)
      : juneCalls(peer, options.reading ?? 'strict', check);
  }

  async function shakeHands(peer: Peer, signal?: AbortSignal): Promise<InitializeResponse> {
    const { info, meta } = options;
    const capabilities = offeredCapabilities(options);
    const request = present({ protocolVersion: version, capabilities, clientInfo: info, _meta: meta });
    check('initialize', methods.initialize.params, request);
    const agent = await peer.request('initialize', request, { signal, onResult: (answer) => calls.readAgent(answer) });
    if (agent.protocolVersion !== version) throw new UnsupportedVersionError(agent.protocolVersion);
    return agent;
  }

  /** Returns the session that a message names, or the one that it belongs to although it names another. */
  function meantBy(named: string, params: unknown): string {
    const [only, another] = sessions.keys();
    if (options.unknownSessions !== 'adopt' || sessions.has(named) || only === undefined || another !== undefined)
      return named;
    report(options, { type: 'unknown-session', sessionId: named, params });
    return only;
  }

  function answerPermission(given: unknown, context: RequestContext): unknown {
    const { sessionId: named } = Object(given) as { readonly sessionId?: unknown };
    const sessionId = typeof named === 'string' ? meantBy(named, given) : named;
    const params = sessionId === named ? given : { ...(given as object), sessionId };
    return answerKnown(params, context);
  }

  function answerKnown(params: unknown, context: RequestContext): unknown {
    const asked = calls.readPermission(params, (id, toolCallId) => sessions.get(id)?.store.toolCall(toolCallId));
    const { sessionId } = asked.request;
    const session = sessions.get(sessionId);
    if (session !== undefined && !isWide) return controlOf(session).answerPermission(asked, context);
    if (session !== undefined) {
      const { asked: inJune, november } = dividedPermission(asked);
      if (november !== undefined) takeNovember(sessionId, november, params);
      return controlOf(session).answerPermission(inJune, context);
    }
    throw new RpcError(errorCodes.resourceNotFound, `There is no session ${JSON.stringify(sessionId)}.`);
  }

  function askedSession(sessionId: string): AskedSession | undefined {
    const session = sessions.get(meantBy(sessionId, undefined));
    return session && { session, answer: controlOf(session).answerElicitation };
  }

  function reportMalformed({ method, issues, result }: MalformedResultError): void {
    notice({ type: 'malformed-result', method, issues, result });
  }

  function takeUpdate(params: unknown): void {
    const decoded = calls.readUpdate(params);
    if (!decoded.ok) {
      notice({ type: 'malformed-update', issues: decoded.issues, params });
      return;
    }
    const { repairs, value } = decoded;
    if (repairs.length > 0) notice({ type: 'repaired-update', repairs, params });
    const { update } = value;
    const sessionId = meantBy(value.sessionId, params);
    // A v1 agent tells by its answers what it is doing, and by nothing else.
    if (!isWide || update.sessionUpdate === 'state_update') {
      applyUpdate(sessionId, update, calls.dialect, params);
      return;
    }
    const { june, november } = divided(update);
    if (june !== undefined) applyUpdate(sessionId, june, 'june', params);
    if (november !== undefined) takeNovember(sessionId, november, params);
  }

  /** Takes what only November has of an update in `params`. */
  function takeNovember(sessionId: string, part: NovemberUpdate, params: unknown): void {
    const decoded = readNovemberPart(sessionId, part, options.reading ?? 'lenient');
    if (!decoded.ok) {
      notice({ type: 'malformed-update', issues: decoded.issues, params });
      return;
    }
    const { repairs, value } = decoded;
    if (repairs.length > 0) notice({ type: 'repaired-update', repairs, params });
    applyUpdate(sessionId, value.update, 'november', params);
  }

  function applyUpdate(
    sessionId: string,
    update: UpdateEvent['update'],
    spoken: SessionDialect,
    params: unknown,
  ): void {
    // Most events are of June, and naming a dialect costs.
    const event: UpdateEvent =
      spoken === 'june' ? { type: 'update', update } : { type: 'update', update, dialect: spoken };
    if (!apply(sessionId, event)) report(options, { type: 'unknown-session', sessionId, params });
  }

  /** Applies an event to its session, or buffers it if the session may still be opened; returns false if it was dropped. */
  function apply(sessionId: string, event: SessionEvent): boolean {
    const session = sessions.get(sessionId);
    if (session === undefined) return early.hold(sessionId, event);
    controlOf(session).apply(event);
    return true;
  }

  /** Reports an event, and adds a diagnostic to the session that has missed an update. */
  function notice(event: ClientEvent): void {
    const missed = missedBy(event);
    if (missed !== undefined) apply(missed.sessionId, missed.event);
    report(options, event);
  }

  try {
    const agent = await shakeHands(line.peer, options.signal);
    isConnected = true;
    const again = reopen && {
      open: async () => open(await reopen()),
      async shakeHands(peer: Peer) {
        await shakeHands(peer);
        return callsOver(peer, calls.dialect);
      },
    };
    return new Client({ agent, line, again, calls, options, sessions, early, dialect });
  } catch (error) {
    await line.peer.close();
    throw error;
  }
}

/** A handler that is never called would be a mistake that nobody notices. */
function refuseOwnMethods({ requests = {}, notifications = {}, elicitation }: ClientOptions): void {
  const elicited =
    Object.keys(requests).includes('elicitation/create') || Object.keys(notifications).includes('elicitation/complete');
  if (elicitation !== undefined && elicited)
    throw new TypeError('Elicitations cannot have handlers of their own beside the option `elicitation`.');
  for (const method of [...Object.keys(requests), ...Object.keys(notifications)]) {
    if (!Object.hasOwn(ownMethods, method)) continue;
    throw new TypeError(`${JSON.stringify(method)} cannot have a handler of its own: ${ownMethods[method]}.`);
  }
}
