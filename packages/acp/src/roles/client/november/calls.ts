import { RpcError } from '../../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../../protocol/base/generated/rpc.ts';
import { type AgentNotifications, type AgentRequests, methods } from '../../../protocol/november/generated/methods.ts';
import { UpdateSessionNotification } from '../../../protocol/november/generated/session-update.ts';
import type { Reading } from '../../../protocol/reading/decode.ts';
import type { Decoded } from '../../../protocol/reading/issue.ts';
import { isBusy } from '../../../session/busy.ts';
import type { CheckValue } from '../../check-outgoing.ts';
import { readParams } from '../../read-params.ts';
import type { AgentCalls } from '../agent-calls.ts';
import type { AgentPeer } from '../agent-line.ts';
import type { MalformedResultError } from '../errors.ts';
import { type TypedCallOptions, TypedPeer } from '../typed-peer.ts';
import { agentInJune, readAgent } from './agent-answer.ts';
import { askedPermission } from './asked-permission.ts';
import { cancelling } from './cancelling.ts';
import { NovemberPromptLine } from './prompt-line.ts';
import { configuredInJune, sessionInJune } from './session-answer.ts';

/** A peer for requests to a November agent. */
export type NovemberPeer = TypedPeer<{ readonly requests: AgentRequests; readonly notifications: AgentNotifications }>;

/** Returns the requests to an agent that speaks November. */
export function novemberCalls(
  untyped: AgentPeer,
  reading: Reading,
  check: CheckValue,
  onMalformed: (error: MalformedResultError) => void,
  idPrefix: string,
): AgentCalls {
  const peer: NovemberPeer = new TypedPeer(untyped, methods, reading, check);
  let permissions = 0;
  return {
    dialect: 'november',
    // A state that is busy has prompts whose end it will tell; any other is that of the replay and nothing else.
    loadStarted: (state) => ({ type: 'load_started', history: isBusy(state) ? 'patched' : 'cleared' }),
    readAgent: (answer) => agentInJune(readAgent(answer, onMalformed)),
    newSession: (params, options) => peer.request('session/new', params, translated(options, sessionInJune)),
    loadSession: (params, options) =>
      peer.request('session/resume', { ...params, replayFrom: { type: 'start' } }, translated(options, sessionInJune)),
    resumeSession: (params, options) => peer.request('session/resume', params, translated(options, sessionInJune)),
    listSessions: (params, options) => peer.request('session/list', params, options),
    closeSession: (params, { signal }) => unlessGone(peer.request('session/close', params, { signal, onResult })),
    deleteSession: (params, { signal }) => unlessGone(peer.request('session/delete', params, { signal, onResult })),
    login: (params, { signal }) => peer.request('auth/login', params, { signal }),
    logout: (params, { signal }) => peer.request('auth/logout', params, { signal }),
    setConfigOption(params, _, options) {
      const { value } = params;
      const typed =
        typeof value === 'boolean' ? ({ type: 'boolean', value } as const) : ({ type: 'id', value } as const);
      return peer.request('session/set_config_option', { ...params, ...typed }, translated(options, configuredInJune));
    },
    cancelToolCall(state, params, options) {
      const call = state.toolCalls.get(params.toolCallId);
      return cancelling(call, 'tool_call.cancel', () => peer.request('tool_call/cancel', params, options));
    },
    cancelTerminal(state, params, options) {
      const terminal = state.terminals.get(params.terminalId);
      return cancelling(terminal, 'terminal.cancel', () => peer.request('terminal/cancel', params, options));
    },
    promptLine: (parts) => new NovemberPromptLine(peer, parts),
    // An update that June does not have, or has otherwise, is to June one of a later draft.
    readUpdate: (params) => UpdateSessionNotification.decode(params, reading) as Decoded<never>,
    readPermission(params) {
      const request = readParams(methods['session/request_permission'], params, reading);
      return askedPermission(request, () => `${idPrefix}-permission-${++permissions}`);
    },
  };
}

function onResult(): void {}

/** Returns options for which a result is first put in the words of the session state. */
function translated<Wire, Result, Seen>(
  options: TypedCallOptions<Result, Seen>,
  translate: (result: Wire) => Result,
): TypedCallOptions<Wire, Seen> {
  const { onResult: seen } = options;
  return {
    ...options,
    onResult: (result) => (seen === undefined ? (translate(result) as unknown as Seen) : seen(translate(result))),
  };
}

/** A session that the agent does not know is closed or deleted already. */
async function unlessGone(request: Promise<void>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== errorCodes.resourceNotFound) throw error;
  }
}
