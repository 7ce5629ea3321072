import type { RequestMessage, ResponseMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import type { Answer } from '../../answer.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Asked, Call, Passed, Refused } from '../../pairing.ts';
import { isFailure, readLeniently, sessionOf } from '../../reading.ts';
import { askBy, type RequestRule } from '../../request-rule.ts';
import { clientOffers, initializeInNovember, requiredInfo } from '../handshake.ts';
import * as june from '../june.ts';
import { refusedServers } from '../mcp-servers.ts';
import * as november from '../november.ts';
import { toJune, toNovember } from '../rules.ts';
import { initializeResponseToJune } from './initialize.ts';
import { type Memory, sendWaiting } from './memory.ts';
import { commandsToJune, optionsToJune } from './offers.ts';
import { askPrompt, endTurn } from './prompts.ts';
import { settingToNovember } from './setting.ts';

type Method = keyof june.AgentRequests;
type RuledMethod = Exclude<Method, 'session/prompt'>;

/** What November calls the requests of June. */
const names = {
  initialize: 'initialize',
  authenticate: 'auth/login',
  logout: 'auth/logout',
  'session/new': 'session/new',
  'session/load': 'session/resume',
  'session/resume': 'session/resume',
  'session/list': 'session/list',
  'session/delete': 'session/delete',
  'session/close': 'session/close',
  'session/set_config_option': 'session/set_config_option',
} as const satisfies Readonly<Record<RuledMethod, keyof november.AgentRequests>>;

type Params<M extends Method> = june.AgentRequests[M]['params'];
type Result<M extends RuledMethod> = november.AgentRequests[(typeof names)[M]]['result'];
type Rule<M extends RuledMethod> = RequestRule<Memory, Params<M>, Result<M>>;

type Setup = november.AgentRequests['session/resume']['result'];

/** Translates an answer that sets a session up; its commands follow it as an update. */
function carrySetup(memory: Memory, sessionId: string, response: Setup, out: Outbox): Answer {
  const { configOptions, availableCommands, ...rest } = response;
  const crossing = memory.crossing(sessionId, out);
  crossing.session.turns.opened();
  if (availableCommands) crossing.session.commands = commandsToJune(crossing, availableCommands);
  if (configOptions === undefined && availableCommands === undefined) return { result: response };
  return { result: configOptions ? { ...rest, configOptions: optionsToJune(crossing, configOptions) } : rest };
}

function ended(memory: Memory, sessionId: string, out: Outbox): void {
  const crossing = memory.crossing(sessionId, out);
  for (const turn of crossing.session.turns.closed()) endTurn(turn, crossing, out);
}

const start = { type: 'start' };

const rules: { readonly [M in RuledMethod]: Rule<M> } = {
  initialize: {
    ask(memory, params, out) {
      memory.offers = clientOffers(params);
      return { method: 'initialize', params: initializeInNovember(params, noting(toNovember, undefined, out)) };
    },
    answer(memory, result, _params, out) {
      memory.authMethods = new Map((result.authMethods ?? []).map(({ methodId, type }) => [methodId, type]));
      return { result: initializeResponseToJune(result, memory.offers, noting(toJune, undefined, out)) };
    },
  },
  authenticate: {
    ask({ authMethods }, params) {
      if (authMethods?.size === 0) return { error: { code: -32601, message: 'Method not found: authenticate' } };
      if (authMethods?.get(params.methodId) !== 'terminal') return { method: 'auth/login', params };
      const message = `Invalid params: the method "${params.methodId}" runs in a terminal of the client`;
      return { error: { code: -32602, message } };
    },
  },
  logout: { ask: (_memory, params) => ({ method: 'auth/logout', params }) },
  'session/new': {
    ask(memory, params) {
      const refused = refusedServers(params.mcpServers);
      if (refused !== undefined) return refused;
      memory.unnamed += 1;
      return { method: 'session/new', params };
    },
    settled: (memory) => {
      memory.unnamed -= 1;
    },
    answer: (memory, result, _params, out) => carrySetup(memory, result.sessionId, result, out),
  },
  'session/load': {
    ask(memory, params) {
      const refused = refusedServers(params.mcpServers);
      if (refused !== undefined) return refused;
      memory.startLoad(params.sessionId);
      memory.session(params.sessionId).turns.replayStarted();
      return { method: 'session/resume', params: { ...params, replayFrom: start } };
    },
    settled(memory, { sessionId }, isFailed) {
      memory.session(sessionId).turns.replayEnded();
      memory.endLoad(sessionId, isFailed);
    },
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/resume': {
    ask: (_memory, params) => refusedServers(params.mcpServers) ?? { method: 'session/resume', params },
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/list': {},
  'session/delete': {
    settled(memory, { sessionId }, isFailed, out) {
      if (isFailed) return;
      ended(memory, sessionId, out);
      memory.forget(sessionId);
    },
  },
  'session/close': {
    settled(memory, { sessionId }, isFailed, out) {
      if (isFailed) return;
      ended(memory, sessionId, out);
      memory.close(sessionId);
    },
  },
  'session/set_config_option': {
    ask(memory, params, out) {
      const setting = settingToNovember(memory.crossing(params.sessionId, out), params);
      return 'error' in setting ? (setting as Refused) : { method: 'session/set_config_option', params: setting };
    },
    answer(memory, result, params, out) {
      const configOptions = optionsToJune(memory.crossing(params.sessionId, out), result.configOptions);
      return { result: { ...result, configOptions } };
    },
  },
};

/** Tells the client the commands of an answer that set a session up. */
function tellCommands(memory: Memory, sessionId: string | undefined, out: Outbox): void {
  if (sessionId === undefined || !memory.sessions.has(sessionId)) return;
  const { session, send } = memory.crossing(sessionId, out);
  const { commands } = session;
  session.commands = undefined;
  if (commands !== undefined) send({ sessionUpdate: 'available_commands_update', availableCommands: commands });
}

/** Sends what belongs right behind an answer. */
function withCommands(memory: Memory, passed: Passed, call: Call): Passed {
  return {
    ...passed,
    settle(response, later) {
      sendWaiting(memory, later);
      const answer = passed.settle === undefined ? response : passed.settle(response, later);
      if (answer !== undefined) call.reply(answer, later);
      tellCommands(memory, sessionOf(passed.params) ?? sessionOf(answer?.result), later);
      return undefined;
    },
  };
}

/** Reads an agent's answer to `initialize` without a name as one with an unknown name. */
function withInfo(response: ResponseMessage, out: Outbox): ResponseMessage {
  const { result } = response;
  if (isFailure(response) || !isObject(result) || isObject(result['info'])) return response;
  return { ...response, result: { ...result, info: requiredInfo(undefined, noting(toJune, undefined, out)) } };
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
      if (isFailure(response) || !november.methods['session/new'].result.is(result)) return response;
      return { jsonrpc: '2.0', id: response.id, ...carrySetup(memory, result.sessionId, result, later) };
    },
  };
}

/** Translates a request of a June client for a November agent; one that June does not have crosses unchanged. */
export function askOfNovember(memory: Memory, request: RequestMessage, call: Call, out: Outbox): Asked {
  const { method, params } = request;
  if (method === 'session/fork') return withCommands(memory, askFork(memory, request), call);
  if (method === 'session/prompt') {
    const note = noting(toNovember, sessionOf(params), out);
    const read = readLeniently(june.methods[method].params, params, note);
    return read.ok ? askPrompt(memory, read.value, call, out) : read;
  }
  if (!Object.hasOwn(rules, method)) return { method, params };
  const asked = askKnown(memory, method as RuledMethod, request, out);
  return 'error' in asked ? asked : withCommands(memory, asked, call);
}

function askKnown<M extends RuledMethod>(memory: Memory, method: M, request: RequestMessage, out: Outbox): Asked {
  const rule: Rule<M> = rules[method];
  const readers = {
    params: june.methods[method].params,
    result: november.methods[names[method]].result,
    toAgent: toNovember,
    toClient: toJune,
  };
  const asked = askBy(rule, readers, memory, request, out);
  if (method !== 'initialize' || 'error' in asked) return asked;
  return { ...asked, settle: (response, later) => asked.settle?.(withInfo(response, later), later) };
}
