import type { RequestMessage } from '../../../jsonrpc/message.ts';
import type { Answer } from '../../answer.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Asked } from '../../pairing.ts';
import { isFailure } from '../../reading.ts';
import { askBy, type RequestRule } from '../../request-rule.ts';
import { offersOf } from '../client-offers.ts';
import * as june from '../june.ts';
import { toJune, toV1 } from '../rules.ts';
import { contentBlocksToV1 } from '../to-v1/content.ts';
import { initializeRequestToV1 } from '../to-v1/initialize.ts';
import { mcpServersToV1 } from '../to-v1/mcp.ts';
import type * as v1 from '../v1.ts';
import { initializeResponseToJune } from './initialize.ts';
import type { Memory } from './memory.ts';
import { endMessage } from './message-ids.ts';
import { dropUntoldMode, rememberSetup, type SetupOffers } from './offers.ts';
import { type ResultOfV1, resultReader } from './open-options.ts';
import { askSetting } from './setting.ts';
import { reportOpenToolCalls } from './tool-calls.ts';

type Method = keyof june.AgentRequests;
type Params<M extends Method> = june.AgentRequests[M]['params'];
type Result<M extends Method> = ResultOfV1<v1.AgentRequests[M]['result']>;

type Rule<M extends Method> = RequestRule<Memory, Params<M>, Result<M>>;

function carrySetup(memory: Memory, sessionId: string, response: SetupOffers, out: Outbox): Answer {
  const { modes: _, models: __, configOptions: ___, ...rest } = response;
  const options = rememberSetup(memory.session(sessionId), response, noting(toJune, sessionId, out));
  return { result: options === undefined ? rest : { ...rest, configOptions: options } };
}

function askSetup<M extends 'session/new' | 'session/load' | 'session/resume'>(method: M): NonNullable<Rule<M>['ask']> {
  return (memory, params, out) => {
    const { mcpServers, ...rest } = params as Params<'session/resume'>;
    const sessionId = method === 'session/new' ? undefined : rest.sessionId;
    const servers = mcpServersToV1(mcpServers, memory, noting(toV1, sessionId, out));
    if (servers !== undefined && 'error' in servers) return servers;
    if (sessionId === undefined) memory.unnamed += 1;
    else {
      if (method === 'session/load') memory.startLoad(sessionId);
      memory.session(sessionId).setups += 1;
    }
    return { method, params: servers === undefined ? rest : { ...rest, mcpServers: servers } };
  };
}

function settledSetup(memory: Memory, sessionId: string, out: Outbox): void {
  const crossing = memory.crossing(sessionId, out);
  crossing.session.setups -= 1;
  endMessage(crossing);
}

const rules: { readonly [M in Method]: Rule<M> } = {
  initialize: {
    ask: (memory, params) => {
      memory.offers = offersOf(params.capabilities);
      return { method: 'initialize', params: initializeRequestToV1(params, memory.services) };
    },
    answer: (memory, result, _params, out) => {
      memory.takesSse = result.agentCapabilities?.mcpCapabilities?.sse === true;
      return { result: initializeResponseToJune(result, memory.offers, noting(toJune, undefined, out)) };
    },
  },
  authenticate: {},
  logout: {},
  'session/new': {
    ask: askSetup('session/new'),
    settled: (memory) => {
      memory.unnamed -= 1;
    },
    answer: (memory, result, _params, out) => carrySetup(memory, result.sessionId, result, out),
  },
  'session/load': {
    ask: askSetup('session/load'),
    settled: (memory, params, isFailed, out) => {
      settledSetup(memory, params.sessionId, out);
      memory.session(params.sessionId).latest.finish();
      if (isFailed) dropUntoldMode(memory.crossing(params.sessionId, out));
      memory.endLoad(params.sessionId, isFailed);
    },
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/resume': {
    ask: askSetup('session/resume'),
    settled: (memory, params, _isFailed, out) => settledSetup(memory, params.sessionId, out),
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/list': {},
  'session/delete': {
    settled(memory, { sessionId }, isFailed) {
      if (!isFailed) memory.forget(sessionId);
    },
  },
  'session/close': {
    settled(memory, { sessionId }, isFailed) {
      if (!isFailed) memory.close(sessionId);
    },
  },
  'session/set_config_option': { ask: askSetting },
  'session/prompt': {
    ask: (memory, params, out) => {
      const crossing = memory.crossing(params.sessionId, out);
      if (crossing.session.latest.prompted(params)) endMessage(crossing);
      const prompt = contentBlocksToV1(params.prompt, 'prompt', noting(toV1, params.sessionId, out));
      const isSame = (prompt as unknown) === params.prompt;
      return { method: 'session/prompt', params: isSame ? params : { ...params, prompt } };
    },
    settled: (memory, params, _isFailed, out) => {
      const crossing = memory.crossing(params.sessionId, out);
      if (!crossing.session.latest.answered(params)) return;
      endMessage(crossing);
      reportOpenToolCalls(crossing);
    },
    answer: (_memory, result) => ({ result }),
  },
};

/** Translates a request to fork a session, which no dialect has and v1 agents know: it sets a session up as `session/new` does. */
function askFork(memory: Memory, request: RequestMessage, out: Outbox): Asked {
  const { method, params } = request;
  if (!june.methods['session/resume'].params.is(params)) return { method, params };
  const { mcpServers, ...rest } = params;
  const servers = mcpServersToV1(mcpServers, memory, noting(toV1, params.sessionId, out));
  if (servers !== undefined && 'error' in servers) return servers;
  memory.unnamed += 1;
  return {
    method,
    params: servers === undefined ? params : { ...rest, mcpServers: servers },
    settle(response, later) {
      memory.unnamed -= 1;
      const { result } = response;
      const isSetup = !isFailure(response) && resultReader('session/new').is(result);
      if (!isSetup) return response;
      const setup = result as Result<'session/new'>;
      return { jsonrpc: '2.0', id: response.id, ...carrySetup(memory, setup.sessionId, setup, later) };
    },
  };
}

/** Translates a request of a June client for a v1 agent; one that June does not have crosses unchanged. */
export function askOfV1<M extends Method>(memory: Memory, request: RequestMessage, out: Outbox): Asked {
  if (request.method === 'session/fork') return askFork(memory, request, out);
  if (!Object.hasOwn(rules, request.method)) return { method: request.method, params: request.params };
  const method = request.method as M;
  const rule: Rule<M> = rules[method];
  const readers = {
    params: june.methods[method].params,
    result: resultReader(method),
    toAgent: toV1,
    toClient: toJune,
  };
  return askBy(rule, readers, memory, request, out);
}
