import type { RequestMessage, ResponseMessage } from '../../../jsonrpc/message.ts';
import type { TypeReader } from '../../../protocol/reading/method.ts';
import { type Answer, carryAnswer } from '../../answer.ts';
import type { Refusal } from '../../conversion.ts';
import type { Note } from '../../ledger.ts';
import { metaKeys, withMeta } from '../../meta-keys.ts';
import type { Outbox } from '../../outbox.ts';
import type { Asked, ErrorBody } from '../../pairing.ts';
import { isFailure, readLeniently, sessionOf } from '../../reading.ts';
import * as june from '../june.ts';
import { requestsToV2 } from '../to-june/methods.ts';
import * as v1 from '../v1.ts';
import { carryOptions, modesOf } from './config-options.ts';
import { awaitEcho, endEcho } from './echo.ts';
import { carryInitializeResponse } from './handshake.ts';
import type { Memory } from './memory.ts';
import { releaseHeld } from './messages.ts';
import { requestsToV1 } from './methods.ts';
import { dropPendingMeta } from './sending.ts';
import { askMode, askModel, askSetting } from './setting.ts';
import { sendAllContent, sendContentBeforeOthers } from './tool-content.ts';

type Method = keyof v1.AgentRequests;
type Params<M extends Method> = v1.AgentRequests[M]['params'];
type Result<M extends Method> = M extends keyof june.AgentRequests ? june.AgentRequests[M]['result'] : never;

/** How a request of a v1 client gets to a v2 agent, and its answer back. */
interface Rule<M extends Method> {
  readonly ask?: (memory: Memory, params: Params<M>, out: Outbox) => Asked;
  readonly answer?: (memory: Memory, result: Result<M>, params: Params<M>, out: Outbox) => Answer;
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

type Setup = { readonly configOptions?: readonly june.SessionConfigOption[] | null };

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
  'session/set_mode': { ask: askMode },
  'session/set_config_option': {
    ask(memory, params) {
      const carried = requestsToV2['session/set_config_option'].params(params);
      return carried.ok ? askSetting(memory, carried.value) : explain(carried);
    },
  },
  'session/prompt': {
    ask: (memory, params, out) => {
      const asked = forward('session/prompt', params);
      // The echo repeats what the agent was sent.
      if ('params' in asked) {
        const crossing = memory.crossing(params.sessionId, out);
        crossing.session.latest.prompted(params);
        awaitEcho(crossing, (asked.params as june.PromptRequest).prompt);
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
      if (june.isKnownStopReason(result.stopReason)) return { result };
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
  const reader: TypeReader<unknown> = june.methods[method as keyof june.AgentRequests].result;
  return carryAnswer(
    response,
    method,
    reader,
    note,
    (result) => rule.answer?.(memory, result as Result<M>, params, out) ?? carry(method, result),
  );
}

function carry(method: Method, result: unknown): Answer {
  const convert = requestsToV1[method as keyof typeof requestsToV1].result as (
    value: unknown,
  ) => ReturnType<(typeof requestsToV1)['logout']['result']>;
  const converted = convert(result);
  return converted.ok ? { result: converted.value } : { error: { code: -32603, message: converted.reason } };
}

/** A request after whose answer nothing is left waiting that came before it. */
function afterWaiting(memory: Memory, asked: Asked): Asked {
  if ('error' in asked) return asked;
  return {
    ...asked,
    settle(response, later) {
      sendWaiting(memory, later);
      return asked.settle?.(response, later) ?? response;
    },
  };
}

/** A request of a v1 client on its way to a v2 agent; one that the protocol does not have passes as it is. */
export function askOfV2<M extends Method>(memory: Memory, request: RequestMessage, out: Outbox): Asked {
  const { method, params } = request;
  if (Object.hasOwn(rules, method)) return afterWaiting(memory, askKnown(memory, method as M, params, out));
  const asked = method === 'session/set_model' ? askModel(memory, request) : undefined;
  return afterWaiting(memory, asked ?? { method, params });
}

function askKnown<M extends Method>(memory: Memory, method: M, given: unknown, out: Outbox): Asked {
  const note = memory.note('1to2', sessionOf(given), out);
  const read = readLeniently<unknown>(v1.methods[method].params, given ?? {}, note);
  if (!read.ok) return read;
  const params = read.value as Params<M>;
  const rule: Rule<M> = rules[method];
  if (method === 'initialize') {
    const losses = requestsToV2.initialize.params(params as v1.InitializeRequest);
    if (losses.ok) for (const { path, lost } of losses.losses) note({ kind: 'loss', rule: 'capability', path, lost });
  }
  const asked = rule.ask?.(memory, params, out) ?? forward(method, params);
  if ('error' in asked) return asked;
  const settle = (response: ResponseMessage, later: Outbox): ResponseMessage =>
    answer(memory, method, rule, params, response, later);
  return { settle, ...asked };
}
