// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';

/** Why a turn ended. */
export type StopReason =
  /** The agent has finished its answer. */
  | 'end_turn'
  /** The model reached its token limit. */
  | 'max_tokens'
  /** The turn reached its limit of model requests. */
  | 'max_turn_requests'
  /** The agent refused. The prompt and everything after it leave the context. */
  | 'refusal'
  /** The client cancelled the turn. */
  | 'cancelled';

/** Returns whether a value is a valid {@link StopReason}. */
export function isStopReason(value: unknown): value is StopReason {
  return value === 'end_turn' || value === 'max_tokens' || value === 'max_turn_requests' || value === 'refusal' || value === 'cancelled';
}

/** The shape of {@link StopReason}, as data. */
export const StopReasonShape: Shape = { is: 'enum', values: ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] };

/** Why a turn ended. */
export const StopReason: TypeReader<StopReason> = {
  name: 'StopReason',
  is: isStopReason,
  decode: (value, reading) => decode(isStopReason, StopReasonShape, value, reading),
  shape: StopReasonShape,
};

/** Sends a message of the user to the agent and starts a turn. */
export interface PromptRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Message of the user. */
  readonly prompt: readonly ContentBlock[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptRequest}. */
export function isPromptRequest(value: unknown): value is PromptRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isListOf(value.prompt, isContentBlock) &&
    isMeta(value._meta);
}

/** The shape of {@link PromptRequest}, as data. */
export const PromptRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    prompt: { of: { is: 'list', of: ContentBlockShape } },
    _meta: lenientMetaField,
  },
};

/** Sends a message of the user to the agent and starts a turn. */
export const PromptRequest: TypeReader<PromptRequest> = {
  name: 'PromptRequest',
  is: isPromptRequest,
  decode: (value, reading) => decode(isPromptRequest, PromptRequestShape, value, reading),
  shape: PromptRequestShape,
};

/** The turn has ended. */
export interface PromptResponse {
  /** Why the turn ended. */
  readonly stopReason: StopReason;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptResponse}. */
export function isPromptResponse(value: unknown): value is PromptResponse {
  return isObject(value) &&
    isStopReason(value.stopReason) &&
    isMeta(value._meta);
}

/** The shape of {@link PromptResponse}, as data. */
export const PromptResponseShape: RecordShape = {
  is: 'record',
  fields: {
    stopReason: { of: StopReasonShape },
    _meta: lenientMetaField,
  },
};

/** The turn has ended. */
export const PromptResponse: TypeReader<PromptResponse> = {
  name: 'PromptResponse',
  is: isPromptResponse,
  decode: (value, reading) => decode(isPromptResponse, PromptResponseShape, value, reading),
  shape: PromptResponseShape,
};

/** Asks the agent to end the running turn. */
export interface CancelNotification {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelNotification}. */
export function isCancelNotification(value: unknown): value is CancelNotification {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CancelNotification}, as data. */
export const CancelNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    _meta: lenientMetaField,
  },
};

/** Asks the agent to end the running turn. */
export const CancelNotification: TypeReader<CancelNotification> = {
  name: 'CancelNotification',
  is: isCancelNotification,
  decode: (value, reading) => decode(isCancelNotification, CancelNotificationShape, value, reading),
  shape: CancelNotificationShape,
};
