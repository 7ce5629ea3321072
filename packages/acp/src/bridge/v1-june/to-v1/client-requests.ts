import type { RequestMessage } from '../../../jsonrpc/message.ts';
import type { MethodDefinition } from '../../../protocol/reading/method.ts';
import { present } from '../../../protocol/reading/optional.ts';
import type { Answer } from '../../answer.ts';
import { metaKeys, withMeta } from '../../meta-keys.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Asked } from '../../pairing.ts';
import { askBy, type RequestRule } from '../../request-rule.ts';
import { offersOf } from '../client-offers.ts';
import * as june from '../june.ts';
import { toJune, toV1 } from '../rules.ts';
import { contentBlockToJune } from '../to-june/content.ts';
import { initializeRequestToJune } from '../to-june/initialize.ts';
import { mcpServersToJune } from '../to-june/mcp.ts';
import * as v1 from '../v1.ts';
import { carryOptions, modesOf } from './config-options.ts';
import { awaitEcho, endEcho, forgetEcho } from './echo.ts';
import { initializeResponseToV1 } from './initialize.ts';
import type { Memory } from './memory.ts';
import { releaseHeld } from './messages.ts';
import { dropPendingMeta } from './sending.ts';
import { askMode, askModel, askSetting } from './setting.ts';
import { sendAllContent, sendContentBeforeOthers } from './tool-content.ts';

type Method = keyof v1.AgentRequests;
type Params<M extends Method> = v1.AgentRequests[M]['params'];
type Result<M extends Method> = M extends keyof june.AgentRequests ? june.AgentRequests[M]['result'] : never;

type Rule<M extends Method> = RequestRule<Memory, Params<M>, Result<M>>;

/** Sends whatever is held back in a session, so that what follows does not overtake it. */
export function settleSession(memory: Memory, sessionId: string, out: Outbox, prompt?: object): void {
  const crossing = memory.crossing(sessionId, out);
  sendAllContent(crossing);
  // The echoes of prompts that wait behind this one are yet to come.
  endEcho(crossing, prompt);
  releaseHeld(crossing);
  dropPendingMeta(crossing);
}

/** Sends pending tool content of all sessions, before a message that belongs to none. */
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
  const options = carryOptions(configOptions, crossing);
  return { result: { ...response, configOptions: options, ...present({ modes }) } };
}

function askSetup(
  memory: Memory,
  method: string,
  params: { readonly mcpServers: readonly v1.McpServer[] },
  sessionId: string | undefined,
  out: Outbox,
): Asked {
  const servers = mcpServersToJune(params.mcpServers, memory, noting(toJune, sessionId, out));
  return 'error' in servers ? servers : { method, params: { ...params, mcpServers: servers } };
}

const rules: { readonly [M in Method]: Rule<M> } = {
  initialize: {
    ask: (memory, params, out) => {
      memory.offers = offersOf(params.clientCapabilities);
      return { method: 'initialize', params: initializeRequestToJune(params, noting(toJune, undefined, out)) };
    },
    answer: (memory, result, _params, out) => {
      const { mcp } = result.capabilities?.session ?? {};
      memory.takesStdio = mcp?.stdio !== undefined && mcp.stdio !== null;
      return initializeResponseToV1(result, memory.offers, noting(toV1, undefined, out));
    },
  },
  authenticate: {},
  logout: {},
  'session/new': {
    ask: (memory, params, out) => askSetup(memory, 'session/new', params, undefined, out),
    answer: (memory, result, _params, out) => carrySetup(memory, result.sessionId, result, out),
  },
  'session/load': {
    ask: (memory, params, out) => {
      const asked = askSetup(memory, 'session/load', params, params.sessionId, out);
      if ('error' in asked) return asked;
      settleSession(memory, params.sessionId, out);
      memory.startLoad(params.sessionId);
      return asked;
    },
    settled: (memory, params, isFailed, out) => {
      settleSession(memory, params.sessionId, out);
      memory.session(params.sessionId).latest.finish();
      memory.endLoad(params.sessionId, isFailed);
    },
    answer: (memory, result, params, out) => carrySetup(memory, params.sessionId, result, out),
  },
  'session/resume': {
    ask: (memory, { mcpServers, ...rest }, out) => {
      if (mcpServers === undefined) return { method: 'session/resume', params: rest };
      return askSetup(memory, 'session/resume', { ...rest, mcpServers }, rest.sessionId, out);
    },
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
  'session/set_config_option': { ask: askSetting },
  'session/prompt': {
    ask: (memory, params, out) => {
      const prompt = params.prompt.map(contentBlockToJune);
      const crossing = memory.crossing(params.sessionId, out);
      crossing.session.latest.prompted(params);
      // The echo repeats what the agent was sent.
      awaitEcho(crossing, params, prompt);
      return { method: 'session/prompt', params: { ...params, prompt } };
    },
    settled: (memory, params, _isFailed, out) => {
      const crossing = memory.crossing(params.sessionId, out);
      // The refusal of a queued prompt ends no turn, so what is held back until the end of the turn stays held.
      if (crossing.session.latest.answered(params)) settleSession(memory, params.sessionId, out, params);
      else {
        sendAllContent(crossing);
        forgetEcho(crossing, params);
      }
    },
    answer: (_memory, result, params, out) => {
      if (june.isKnownStopReason(result.stopReason)) return { result };
      const note = noting(toV1, params.sessionId, out);
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

/** Makes the answer to a request wait until everything that came before it is sent. */
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

/** Translates a request of a v1 client for a June agent; one that v1 does not have crosses unchanged. */
export function askOfJune<M extends Method>(memory: Memory, request: RequestMessage, out: Outbox): Asked {
  const { method, params } = request;
  if (Object.hasOwn(rules, method)) return afterWaiting(memory, askKnown(memory, method as M, params, out));
  const asked = method === 'session/set_model' ? askModel(memory, request) : undefined;
  return afterWaiting(memory, asked ?? { method, params });
}

function askKnown<M extends Method>(memory: Memory, method: M, params: unknown, out: Outbox): Asked {
  const rule: Rule<M> = rules[method];
  const definitions: Readonly<Record<string, MethodDefinition>> = june.methods;
  const { params: reader, result } = v1.methods[method];
  const readers = { params: reader, result: definitions[method]?.result ?? result, toAgent: toJune, toClient: toV1 };
  return askBy(rule, readers, memory, { method, params }, out);
}
