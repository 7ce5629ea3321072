import {
  isKnownSessionConfigOption,
  type SessionConfigOption,
} from '../../../protocol/june/generated/config-option.ts';
import type { InitializeResponse } from '../../../protocol/june/generated/initialize.ts';
import { type AgentNotifications, type AgentRequests, methods } from '../../../protocol/june/generated/methods.ts';
import { ReceivedSessionNotification } from '../../../protocol/june/generated/proposal.ts';
import type { Reading } from '../../../protocol/reading/decode.ts';
import { selectValues } from '../../../protocol/select-values.ts';
import type { CheckValue } from '../../check-outgoing.ts';
import { readParams } from '../../read-params.ts';
import type { AgentCalls } from '../agent-calls.ts';
import type { AgentPeer } from '../agent-line.ts';
import { CapabilityError, MalformedResultError } from '../errors.ts';
import { titleOf } from '../permission-request.ts';
import { readResult, TypedPeer } from '../typed-peer.ts';
import { JunePromptLine } from './prompt-line.ts';

/** A peer for requests to a June agent. */
export type JunePeer = TypedPeer<{ readonly requests: AgentRequests; readonly notifications: AgentNotifications }>;

/** Returns the requests to an agent that speaks June, or that a bridge translates to June. */
export function juneCalls(untyped: AgentPeer, reading: Reading, check: CheckValue): AgentCalls {
  const peer: JunePeer = new TypedPeer(untyped, methods, reading, check);
  return {
    dialect: 'june',
    loadStarted: () => ({ type: 'load_started' }),
    readAgent(answer) {
      const agent = readResult(methods.initialize, answer, reading);
      if (agent instanceof MalformedResultError) throw agent;
      return agent as InitializeResponse;
    },
    newSession: (params, options) => peer.request('session/new', params, options),
    loadSession: (params, options) => peer.request('session/load', params, options),
    async resumeSession({ replayFrom, ...params }, options) {
      if (replayFrom !== undefined)
        throw new CapabilityError('session.replayFrom', 'Cannot replay a part of a session');
      return peer.request('session/resume', params, options);
    },
    listSessions: (params, options) => peer.request('session/list', params, options),
    closeSession: (params, { signal }) => peer.request('session/close', params, { signal, onResult }),
    deleteSession: (params, { signal }) => peer.request('session/delete', params, { signal, onResult }),
    login: (params, { signal }) => peer.request('authenticate', params, { signal }),
    logout: (params, { signal }) => peer.request('logout', params, { signal }),
    setConfigOption({ value, ...params }, known, options) {
      const word = typeof value === 'string' ? value : wordFor(value, params.configId, known);
      return peer.request('session/set_config_option', { ...params, value: word }, options);
    },
    cancelToolCall: () => unknownTo('tool_call.cancel', 'Cannot cancel one tool call'),
    cancelTerminal: () => unknownTo('terminal.cancel', 'Cannot end the command of one terminal'),
    promptLine: (parts) => new JunePromptLine(peer, parts),
    readUpdate: (params) => ReceivedSessionNotification.decode(params, reading),
    readPermission(params, callOf) {
      const request = readParams(methods['session/request_permission'], params, reading);
      const { sessionId, toolCall, options, _meta } = request;
      const { toolCallId } = toolCall;
      const title = titleOf(toolCall, callOf(sessionId, toolCallId));
      return {
        request: { ...request, title },
        event: { type: 'permission_opened', toolCall, options, _meta },
        subject: { toolCallId },
      };
    },
  };
}

function onResult(): void {}

/** June has no booleans: such options are selects with the values `on` and `off`, or of a type that June does not know. */
function wordFor(value: boolean, configId: string, known: readonly SessionConfigOption[]): string {
  const option = known.find(({ id }) => id === configId);
  if (option === undefined || !isKnownSessionConfigOption(option)) return String(value);
  return selectValues(option.options).some((offered) => offered.value === 'on')
    ? value
      ? 'on'
      : 'off'
    : String(value);
}

async function unknownTo(capability: string, what: string): Promise<never> {
  throw new CapabilityError(capability, what, 'the agent speaks a version of the protocol that has no such request');
}
