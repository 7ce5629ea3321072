// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';

/** Hands the agent what the person said and starts a turn. */
export interface PromptRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** What the person said. */
  readonly prompt: readonly ContentBlock[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PromptRequest}. */
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
    _meta: metaField,
  },
};

/** Hands the agent what the person said and starts a turn. */
export const PromptRequest: TypeReader<PromptRequest> = {
  name: 'PromptRequest',
  is: isPromptRequest,
  decode: (value, reading) => decode(isPromptRequest, PromptRequestShape, value, reading),
  shape: PromptRequestShape,
};

/** Why a turn ended. */
export type StopReason =
  /** The agent has said all it had to say. */
  | 'end_turn'
  /** The model reached its limit of tokens. */
  | 'max_tokens'
  /** The turn reached its limit of model requests. */
  | 'max_turn_requests'
  /** The agent refuses; the prompt and what followed it leave the context. */
  | 'refusal'
  /** The client cancelled the turn. */
  | 'cancelled';

/** Whether a value is a valid {@link StopReason}. */
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

/** The turn has ended. */
export interface PromptResponse {
  /** Why it ended. */
  readonly stopReason: StopReason;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PromptResponse}. */
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
    _meta: metaField,
  },
};

/** The turn has ended. */
export const PromptResponse: TypeReader<PromptResponse> = {
  name: 'PromptResponse',
  is: isPromptResponse,
  decode: (value, reading) => decode(isPromptResponse, PromptResponseShape, value, reading),
  shape: PromptResponseShape,
};
