import type { RequestMessage, ResponseMessage } from '../../jsonrpc/message.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { TypeReader } from '../../protocol/reading/method.ts';
import { withConfigValue } from '../../session/config-value.ts';
import { type Answer, carryAnswer, type Instead } from '../answer.ts';
import type { Refusal } from '../conversion.ts';
import type { Note } from '../ledger.ts';
import { metaKeys, withMeta } from '../meta-keys.ts';
import type { Outbox } from '../outbox.ts';
import type { Asked, ErrorBody } from '../pairing.ts';
import { isFailure, readLeniently, sessionOf } from '../reading.ts';
import * as v1 from '../v1.ts';
import { requestsToV2 } from '../v1-to-v2/methods.ts';
import * as v2 from '../v2.ts';
import { requestsToV1 } from '../v2-to-v1/methods.ts';
import { carryOptions, modesOf, optionOf, rememberOptions } from './config-options.ts';
import type { Crossing } from './crossing.ts';
import { awaitEcho, endEcho } from './echo.ts';
import { carryInitializeResponse } from './handshake.ts';
import type { Memory } from './memory.ts';
import { releaseHeld } from './messages.ts';
import { dropPendingMeta } from './sending.ts';
import { sendAllContent, sendContentBeforeOthers } from './tool-content.ts';

type Method = keyof v1.AgentRequests;
type Params<M extends Method> = v1.AgentRequests[M]['params'];
type Result<M extends Method> = M extends keyof v2.AgentRequests ? v2.AgentRequests[M]['result'] : never;

/** How a request of a v1 client gets to a v2 agent, and its answer back. */
interface Rule<M extends Method> {
  readonly ask?: (memory: Memory, params: Params<M>, out: Outbox) => Asked;
  readonly answer?: (memory: Memory, result: Result<M>, params: Params<M>, out: Outbox) => Answer;
  /** What stands in for a malformed result. */
  readonly instead?: (memory: Memory, params: Params<M>, out: Outbox) => Instead;
  /** Runs at every answer, before it is looked at. */
  readonly settled?: (memory: Memory, params: Params<M>, isFailed: boolean, out: Outbox) => void;
}

function invalid(message: string): { readonly error: ErrorBody } {
  return { error: { code: -32602, message } };
}

/** Sends whatever is held back in a session: what follows is not to overtake it. */
export function settleSession(memory: Memory, sessionId: string, out: Outbox): void {
  const crossing = memory.crossing(sessionId, out);
  sendAllContent(crossing);
  endEcho(crossing);
  releaseHeld(crossing);
  dropPendingMeta(crossing);
}

/** Sends tool content that waits, in all sessions: what follows is no update of one. */
export function sendWaiting(memory: Memory, out: Outbox): void {
  for (const { id, unsent } of memory.sessions.values()) {
    if (unsent.size > 0) sendContentBeforeOthers(memory.crossing(id, out));
  }
}

type Setup = { readonly configOptions?: readonly v2.SessionConfigOption[] | null };

function carrySetup<Response extends Setup>(
  memory: Memory,
  sessionId: string,
  response: Response,
  out: Outbox,
): Answer {
  const { configOptions } = response;
  if (configOptions === undefined || configOptions === null) return { result: response };
  const crossing = memory.crossing(sessionId, out);
  crossing.session.options = configOptions;
  const modes = modesOf(configOptions);
  const options = carryOptions(configOptions, crossing.note);
  return { result: { ...response, configOptions: options, ...(modes === undefined ? {} : { modes }) } };
}

function refusedServer(
  memory: Memory,
  servers: readonly v1.McpServer[] | undefined,
  note: (note: Note) => void,
): Asked | undefined {
  for (const [index, server] of (servers ?? []).entries()) {
    const type = 'type' in server ? server.type : 'stdio';
    if (type === 'http' || (type === 'stdio' && memory.takesStdio)) continue;
    note({
      kind: 'loss',
      rule: 'mcp-server',
      path: `mcpServers[${index}]`,
      lost: server.name,
      done: 'request refused',
    });
    return invalid(`The agent takes no MCP servers over ${type}: ${server.name}`);
  }
  return undefined;
}

const rules: { readonly [M in Method]: Rule<M> } = {
  initialize: {
    answer: (memory, result, _params, out) => {
      const { mcp } = result.capabilities?.session ?? {};
      memory.takesStdio = mcp?.stdio !== undefined && mcp.stdio !== null;
      return carryInitializeResponse(result, memory.note('2to1', undefined, out));
    },
  },
  authenticate: {},
  logout: {},
  'session/new': {
    ask: (memory, params, out) =>
      refusedServer(memory, params.mcpServers, memory.note('1to2', undefined, out)) ?? forward('session/new', params),
    answer: (memory, result, _params, out) => carrySetup(memory, result.sessionId, result, out),
  },
  'session/load': {
    ask: (memory, params, out) => {
      const refused = refusedServer(memory, params.mcpServers, memory.note('1to2', params.sessionId, out));
      if (refused !== undefined) return refused;
      settleSession(memory, params.sessionId, out);
      memory.startLoad(params.sessionId);
      return forward('session/load', params);
    },
    settled: (memory, params, isFailed, out) => {
      settleSession(memory, params.sessionId, out);
      memory.session(params.sessionId).latest.finish();
      memory.endLoad(params.sessionId, isFailed);
    },
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/resume': {
    ask: (memory, params, out) =>
      refusedServer(memory, params.mcpServers, memory.note('1to2', params.sessionId, out)) ??
      forward('session/resume', params),
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/list': {},
  'session/delete': {
    settled(memory, { sessionId }, isFailed, out) {
      settleSession(memory, sessionId, out);
      if (!isFailed) memory.forget(sessionId);
    },
  },
  'session/close': {
    settled(memory, { sessionId }, isFailed, out) {
      settleSession(memory, sessionId, out);
      if (!isFailed) memory.close(sessionId);
    },
  },
  'session/set_mode': {
    ask: (memory, params) => {
      const option = optionOf('mode', memory.session(params.sessionId).options);
      if (option === undefined) return invalid('The agent has no modes in this session');
      const { modeId, ...rest } = params;
      return { method: 'session/set_config_option', params: { ...rest, configId: option.id, value: modeId } };
    },
  },
  'session/set_config_option': {
    answer: (memory, result, params, out) => answerOptions(memory.crossing(params.sessionId, out), result),
    instead: (memory, { sessionId, configId, value }, out) => ({
      done: 'answered with the options that are known',
      answer() {
        const crossing = memory.crossing(sessionId, out);
        return answerOptions(crossing, { configOptions: withConfigValue(crossing.session.options, configId, value) });
      },
    }),
  },
  'session/prompt': {
    ask: (memory, params, out) => {
      const asked = forward('session/prompt', params);
      // The echo repeats what the agent was sent.
      if ('params' in asked) {
        const crossing = memory.crossing(params.sessionId, out);
        crossing.session.latest.prompted(params);
        awaitEcho(crossing, (asked.params as v2.PromptRequest).prompt);
      }
      return asked;
    },
    settled: (memory, params, _isFailed, out) => {
      const crossing = memory.crossing(params.sessionId, out);
      // The refusal of a prompt that waited ends no turn: what is held back for its end stays so.
      if (crossing.session.latest.answered(params)) settleSession(memory, params.sessionId, out);
      else sendAllContent(crossing);
    },
    answer: (memory, result, params, out) => {
      if (v2.isKnownStopReason(result.stopReason)) return { result };
      const note = memory.note('2to1', params.sessionId, out);
      note({
        kind: 'repair',
        rule: 'stop-reason',
        path: 'stopReason',
        lost: result.stopReason,
        done: 'sent as end_turn',
      });
      return {
        result: {
          ...result,
          stopReason: 'end_turn',
          _meta: withMeta(result._meta, metaKeys.stopReason, result.stopReason),
        },
      };
    },
  },
};

function explain(refusal: Refusal): { readonly error: ErrorBody } {
  return { error: { code: -32602, message: `Cannot be said in v2: ${refusal.reason}`, data: { path: refusal.path } } };
}

function forward<M extends Method>(method: M, params: Params<M>): Asked {
  const result = (
    requestsToV2[method].params as (params: Params<M>) => ReturnType<(typeof requestsToV2)['logout']['params']>
  )(params);
  return result.ok ? { method, params: result.value } : explain(result);
}

function answerOptions(crossing: Crossing, result: v2.SetSessionConfigOptionResponse): Answer {
  rememberOptions(crossing, result.configOptions);
  return { result: { ...result, configOptions: carryOptions(result.configOptions, crossing.note) } };
}

/** The answer to a mode or a model that was set: the list of options that v2 answers with goes on as an update. */
function answerChoice(crossing: Crossing, response: ResponseMessage, modeId?: string): ResponseMessage {
  if (isFailure(response)) return response;
  const read = readLeniently(v2.methods['session/set_config_option'].result, response.result, crossing.note);
  if (!read.ok) {
    const lost = response.result;
    crossing.note({ kind: 'loss', rule: 'malformed', path: 'result', lost, done: 'the option was set all the same' });
    return { jsonrpc: '2.0', id: response.id, result: {} };
  }
  const configOptions = carryOptions(read.value.configOptions, crossing.note);
  crossing.send({ sessionUpdate: 'config_option_update', configOptions });
  rememberOptions(crossing, read.value.configOptions, modeId);
  const { _meta } = read.value;
  return { jsonrpc: '2.0', id: response.id, result: _meta === undefined ? {} : { _meta } };
}

/** A request to set the model, which clients of v1 know and no version has; without such an option it passes as it is. */
function askModel(memory: Memory, request: RequestMessage): Asked {
  const { sessionId, modelId: value, ...rest } = isObject(request.params) ? request.params : {};
  if (typeof sessionId !== 'string' || typeof value !== 'string') return passOn(memory, request);
  const option = optionOf('model', memory.session(sessionId).options);
  if (option === undefined) return passOn(memory, request);
  return {
    method: 'session/set_config_option',
    params: { sessionId, ...rest, configId: option.id, value },
    settle(response, later) {
      sendWaiting(memory, later);
      return answerChoice(memory.crossing(sessionId, later), response);
    },
  };
}

function answer<M extends Method>(
  memory: Memory,
  method: M,
  rule: Rule<M>,
  params: Params<M>,
  response: ResponseMessage,
  out: Outbox,
): ResponseMessage {
  const isFailed = isFailure(response);
  rule.settled?.(memory, params, isFailed, out);
  if (isFailed) return response;
  const note = memory.note('2to1', sessionOf(params), out);
  const reader: TypeReader<unknown> = v2.methods[method as keyof v2.AgentRequests].result;
  return carryAnswer(
    response,
    method,
    reader,
    note,
    (result) => rule.answer?.(memory, result as Result<M>, params, out) ?? carry(method, result),
    rule.instead?.(memory, params, out),
  );
}

function carry(method: Method, result: unknown): Answer {
  const convert = requestsToV1[method as keyof typeof requestsToV1].result as (
    value: unknown,
  ) => ReturnType<(typeof requestsToV1)['logout']['result']>;
  const converted = convert(result);
  return converted.ok ? { result: converted.value } : { error: { code: -32603, message: converted.reason } };
}

/** A request that the protocol does not have. */
function passOn(memory: Memory, { method, params }: RequestMessage): Asked {
  function settle(response: ResponseMessage, later: Outbox): ResponseMessage {
    sendWaiting(memory, later);
    return response;
  }
  return { method, params, settle };
}

/** A request of a v1 client on its way to a v2 agent. */
export function askOfV2<M extends Method>(memory: Memory, request: RequestMessage, out: Outbox): Asked {
  if (request.method === 'session/set_model') return askModel(memory, request);
  if (!Object.hasOwn(rules, request.method)) return passOn(memory, request);
  const method = request.method as M;
  const note = memory.note('1to2', sessionOf(request.params), out);
  const read = readLeniently<unknown>(v1.methods[method].params, request.params ?? {}, note);
  if (!read.ok) return read;
  const params = read.value as Params<M>;
  const rule: Rule<M> = rules[method];
  if (method === 'initialize') {
    const losses = requestsToV2.initialize.params(params as v1.InitializeRequest);
    if (losses.ok) for (const { path, lost } of losses.losses) note({ kind: 'loss', rule: 'capability', path, lost });
  }
  const asked = rule.ask?.(memory, params, out) ?? forward(method, params);
  if ('error' in asked) return asked;
  const settle = (response: ResponseMessage, later: Outbox): ResponseMessage => {
    if (method !== 'session/set_mode') return answer(memory, method, rule, params, response, later);
    const { sessionId, modeId } = params as v1.SetSessionModeRequest;
    return answerChoice(memory.crossing(sessionId, later), response, modeId);
  };
  return {
    ...asked,
    settle(response, later) {
      sendWaiting(memory, later);
      return settle(response, later);
    },
  };
}
