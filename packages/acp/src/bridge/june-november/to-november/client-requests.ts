import type { RequestMessage, ResponseMessage } from '../../../jsonrpc/message.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { TypeReader } from '../../../protocol/reading/method.ts';
import { isDateTime } from '../../../protocol/reading/text-format.ts';
import type { Answer } from '../../answer.ts';
import type { TakeNote } from '../../ledger.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Asked, Call, Passed, Refused } from '../../pairing.ts';
import { isFailure, readLeniently, sessionOf } from '../../reading.ts';
import { askBy, type RequestRule } from '../../request-rule.ts';
import { clientOffers, initializeInJune } from '../handshake.ts';
import * as june from '../june.ts';
import { mapped } from '../mapped.ts';
import { mcpServersToJune } from '../mcp-servers.ts';
import * as november from '../november.ts';
import { toJune, toNovember } from '../rules.ts';
import { askClose } from './closing.ts';
import { canLogOut, initializeResponseToNovember, sessionMarkers } from './initialize.ts';
import type { Memory } from './memory.ts';
import { optionsToNovember } from './offers.ts';
import { act, askPrompt } from './prompts.ts';
import { endReplay, startReplay } from './session-values.ts';
import { settingToJune } from './setting.ts';

type Method = keyof november.AgentRequests;
type Params<M extends Method> = november.AgentRequests[M]['params'];

/** The requests that have a rule of their own, since the bridge may answer them itself or pass them on later. */
type OwnMethod = 'session/prompt' | 'session/close' | 'tool_call/cancel' | 'terminal/cancel';
type RuledMethod = Exclude<Method, OwnMethod>;

/** What June calls the requests of November; `session/resume` with a replay is `session/load`, whose answer is the same. */
const names = {
  initialize: 'initialize',
  'auth/login': 'authenticate',
  'auth/logout': 'logout',
  'session/new': 'session/new',
  'session/resume': 'session/resume',
  'session/list': 'session/list',
  'session/delete': 'session/delete',
  'session/set_config_option': 'session/set_config_option',
} as const satisfies Readonly<Record<RuledMethod, keyof june.AgentRequests>>;

type Result<M extends RuledMethod> = june.AgentRequests[(typeof names)[M]]['result'];
type Rule<M extends RuledMethod> = RequestRule<Memory, Params<M>, Result<M>>;

function refusal(code: -32601 | -32602, message: string): Refused {
  return { error: { code, message: `${code === -32601 ? 'Method not found' : 'Invalid params'}: ${message}` } };
}

type Setup = { readonly configOptions?: readonly june.SessionConfigOption[] | null };

function carrySetup(memory: Memory, sessionId: string, response: Setup, out: Outbox): Answer {
  const { configOptions } = response;
  const crossing = memory.crossing(sessionId, out);
  crossing.session.isClosed = false;
  if (configOptions === undefined) return { result: response };
  return { result: { ...response, configOptions: optionsToNovember(crossing, configOptions ?? []) } };
}

/** Returns the params that set a session up, with the servers as June has them. */
function setupParams(memory: Memory, params: Params<'session/new'>): JsonObject | Refused {
  const { mcpServers, additionalDirectories, ...rest } = params;
  const servers = mcpServersToJune((mcpServers ?? []) as never, memory.agent?.mcp);
  if ('error' in servers) return servers;
  return { ...rest, mcpServers: servers, ...(additionalDirectories && { additionalDirectories }) };
}

/** Returns the method by which a June agent resumes a session, or why it cannot. */
function resumeMethod(
  memory: Memory,
  { replayFrom }: Params<'session/resume'>,
): 'session/load' | 'session/resume' | Refused {
  const markers = memory.agent?.markers;
  if (replayFrom !== undefined && replayFrom !== null) {
    if (replayFrom.type !== 'start')
      return refusal(-32602, `the agent cannot replay from ${JSON.stringify(replayFrom.type)}`);
    return markers?.load === false ? refusal(-32602, 'the agent cannot replay a session') : 'session/load';
  }
  if (markers?.resume !== false) return 'session/resume';
  return markers.load ? 'session/load' : refusal(-32601, 'session/resume');
}

function askResume(memory: Memory, params: Params<'session/resume'>, out: Outbox): Asked {
  const { replayFrom, ...rest } = params;
  const { sessionId } = params;
  const method = resumeMethod(memory, params);
  if (typeof method !== 'string') return method;
  const setup = setupParams(memory, rest);
  if ('error' in setup) return setup as Refused;
  const session = memory.session(sessionId);
  session.turns.opening();
  const hasReplay = replayFrom !== undefined && replayFrom !== null;
  if (hasReplay) {
    session.replays += 1;
    startReplay(session.values);
  } else if (method === 'session/load') {
    session.unasked += 1;
    const note = noting(toNovember, sessionId, out);
    note({
      kind: 'repair',
      rule: 'resume-by-load',
      path: 'method',
      lost: 'session/resume',
      done: 'loaded without its replay',
    });
  }
  return { method, params: setup };
}

function settleResume(memory: Memory, params: Params<'session/resume'>, isFailed: boolean, out: Outbox): void {
  const { sessionId, replayFrom } = params;
  const session = memory.session(sessionId);
  if (replayFrom !== undefined && replayFrom !== null) {
    // The session may have been deleted meanwhile.
    session.replays = Math.max(0, session.replays - 1);
    if (session.replays === 0) endReplay(session.values);
  } else if (session.unasked > 0) session.unasked -= 1;
  if (!isFailed) {
    session.isClosed = false;
    act(memory, sessionId, [session.turns.snapshot()], out);
  }
  act(memory, sessionId, session.turns.opened(), out);
}

/** Returns a list of sessions without times that are no date and time. */
function withDateTimes(list: Result<'session/list'>, note: TakeNote): Result<'session/list'> {
  const sessions = mapped(list.sessions, (session, index) => {
    const { updatedAt, ...rest } = session;
    if (typeof updatedAt !== 'string' || isDateTime(updatedAt)) return session;
    note({ kind: 'loss', rule: 'date-time', path: `sessions[${index}].updatedAt`, lost: updatedAt, done: 'left out' });
    return rest;
  });
  return sessions === list.sessions ? list : { ...list, sessions };
}

const rules: { readonly [M in RuledMethod]: Rule<M> } = {
  initialize: {
    ask(memory, params) {
      memory.offers = clientOffers(params);
      return { method: 'initialize', params: initializeInJune(params) };
    },
    answer(memory, result, _params, out) {
      const mcp = result.capabilities?.session?.mcp ?? {};
      memory.agent = {
        markers: sessionMarkers(result),
        canLogOut: canLogOut(result),
        authMethods: new Map((result.authMethods ?? []).map(({ id, type }) => [id, type])),
        mcp: new Set(Object.entries(mcp).flatMap(([name, marker]) => (isObject(marker) ? [name] : []))),
      };
      return { result: initializeResponseToNovember(result, memory.offers, noting(toNovember, undefined, out)) };
    },
  },
  'auth/login': {
    ask({ agent }, params) {
      if (agent?.authMethods.get(params.methodId) !== 'terminal') return { method: 'authenticate', params };
      return refusal(-32602, `the method "${params.methodId}" runs in a terminal of the client`);
    },
  },
  'auth/logout': {
    ask: ({ agent }, params) =>
      agent?.canLogOut === false ? refusal(-32601, 'auth/logout') : { method: 'logout', params },
  },
  'session/new': {
    ask(memory, params) {
      const setup = setupParams(memory, params);
      if ('error' in setup) return setup as Refused;
      memory.unnamed += 1;
      return { method: 'session/new', params: setup };
    },
    settled: (memory) => {
      memory.unnamed -= 1;
    },
    answer: (memory, result, _params, out) => carrySetup(memory, result.sessionId, result, out),
  },
  'session/resume': {
    ask: askResume,
    settled: settleResume,
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/list': {
    ask: ({ agent }, params) =>
      agent?.markers.list === false ? refusal(-32601, 'session/list') : { method: 'session/list', params },
    answer: (_memory, result, _params, out) => ({ result: withDateTimes(result, noting(toNovember, undefined, out)) }),
  },
  'session/delete': {
    settled(memory, { sessionId }, isFailed, out) {
      if (isFailed) return;
      act(memory, sessionId, memory.session(sessionId).turns.closed(), out);
      memory.forget(sessionId);
    },
  },
  'session/set_config_option': {
    ask(memory, params, out) {
      const setting = settingToJune(memory.crossing(params.sessionId, out), params);
      return 'error' in setting ? setting : { method: 'session/set_config_option', params: setting };
    },
    answer(memory, result, params, out) {
      const crossing = memory.crossing(params.sessionId, out);
      return { result: { ...result, configOptions: optionsToNovember(crossing, result.configOptions ?? []) } };
    },
  },
};

/** Passes a request to cancel a single tool call or terminal on, if the agent has said that it can be cancelled. */
function askCancel(memory: Memory, request: RequestMessage, name: 'toolCallId' | 'terminalId'): Asked {
  const { method, params } = request;
  const sessionId = sessionOf(params);
  const id = isObject(params) ? params[name] : undefined;
  const session = sessionId === undefined ? undefined : memory.sessions.get(sessionId);
  if (typeof id === 'string' && session?.cancellable.has(`${name} ${id}`)) return { method, params };
  return refusal(-32602, `${JSON.stringify(id)} cannot be cancelled`);
}

/** Returns an answer that a November client can read: what it would have to skip is left out, and reported. */
function strictly(response: ResponseMessage, reader: TypeReader, method: string, note: TakeNote): ResponseMessage {
  if (isFailure(response) || reader.is(response.result)) return response;
  const { id } = response;
  const read = readLeniently(reader, response.result, note);
  if (read.ok) return { jsonrpc: '2.0', id, result: read.value };
  note({ kind: 'loss', rule: 'malformed', path: 'result', lost: response.result, done: 'answered with an error' });
  return { jsonrpc: '2.0', id, error: { code: -32603, message: `The answer to ${method} is malformed` } };
}

function askKnown<M extends RuledMethod>(memory: Memory, method: M, request: RequestMessage, out: Outbox): Asked {
  const rule: Rule<M> = rules[method];
  const readers = {
    params: november.methods[method].params,
    result: june.methods[names[method]].result,
    toAgent: toJune,
    toClient: toNovember,
  };
  const asked = askBy(rule, readers, memory, request, out);
  return 'error' in asked ? asked : checked(asked, method);
}

/** Returns an answer that names the method as the client has called it. */
function named(response: ResponseMessage, method: Method, passedAs: string): ResponseMessage {
  const { error } = response;
  const isUnknown = isObject(error) && error['code'] === -32601 && error['message'] === `Method not found: ${passedAs}`;
  return isUnknown ? { ...response, error: { ...error, message: `Method not found: ${method}` } } : response;
}

function checked(passed: Passed, method: Method): Passed {
  return {
    ...passed,
    settle(response, later) {
      const answer = passed.settle?.(named(response, method, passed.method), later);
      const note = noting(toNovember, sessionOf(passed.params), later);
      return answer && strictly(answer, november.methods[method].result, method, note);
    },
  };
}

/** Translates the answer to a request that forks a session, which no draft has: it sets a session up as `session/new` does. */
function askFork(memory: Memory, { method, params }: RequestMessage): Passed {
  memory.unnamed += 1;
  return {
    method,
    params,
    settle(response, later) {
      memory.unnamed -= 1;
      const { result } = response;
      if (isFailure(response) || !june.methods['session/new'].result.is(result)) return response;
      return { jsonrpc: '2.0', id: response.id, ...carrySetup(memory, result.sessionId, result, later) };
    },
  };
}

/** Translates a request of a November client for a June agent; one that November does not have crosses unchanged. */
export function askOfJune(memory: Memory, request: RequestMessage, call: Call, out: Outbox): Asked | undefined {
  const { method, params } = request;
  switch (method) {
    case 'session/fork':
      return askFork(memory, request);
    case 'tool_call/cancel':
      return askCancel(memory, request, 'toolCallId');
    case 'terminal/cancel':
      return askCancel(memory, request, 'terminalId');
    case 'session/prompt':
    case 'session/close': {
      const note = noting(toJune, sessionOf(params), out);
      const read = readLeniently<unknown>(november.methods[method].params, params ?? {}, note);
      if (!read.ok) return read;
      if (method === 'session/prompt') return askPrompt(memory, read.value as Params<'session/prompt'>, call, out);
      return askClose(memory, read.value as Params<'session/close'>, call, out);
    }
    default:
      return Object.hasOwn(rules, method) ? askKnown(memory, method as RuledMethod, request, out) : { method, params };
  }
}
