// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isFilledListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { MessageIdShape, type MessageId } from '../../base/generated/message.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';

/** Sends a message of the user to the agent. */
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
    isFilledListOf(value.prompt, isContentBlock) &&
    isMeta(value._meta);
}

/** The shape of {@link PromptRequest}, as data. */
export const PromptRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    prompt: { of: { is: 'list', of: ContentBlockShape, atLeastOne: true } },
    _meta: lenientMetaField,
  },
};

/** Sends a message of the user to the agent. */
export const PromptRequest: TypeReader<PromptRequest> = {
  name: 'PromptRequest',
  is: isPromptRequest,
  decode: (value, reading) => decode(isPromptRequest, PromptRequestShape, value, reading),
  shape: PromptRequestShape,
};

/** The message has become part of the conversation. The work on it goes on. */
export interface PromptResponse {
  /** Id of the message. */
  readonly messageId: MessageId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PromptResponse}. */
export function isPromptResponse(value: unknown): value is PromptResponse {
  return isObject(value) &&
    typeof value.messageId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link PromptResponse}, as data. */
export const PromptResponseShape: RecordShape = {
  is: 'record',
  fields: {
    messageId: { of: MessageIdShape },
    _meta: lenientMetaField,
  },
};

/** The message has become part of the conversation. The work on it goes on. */
export const PromptResponse: TypeReader<PromptResponse> = {
  name: 'PromptResponse',
  is: isPromptResponse,
  decode: (value, reading) => decode(isPromptResponse, PromptResponseShape, value, reading),
  shape: PromptResponseShape,
};

/** Asks the agent to end its work and to drop the prompts that are waiting. */
export interface CancelSessionNotification {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelSessionNotification}. */
export function isCancelSessionNotification(value: unknown): value is CancelSessionNotification {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CancelSessionNotification}, as data. */
export const CancelSessionNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    _meta: lenientMetaField,
  },
};

/** Asks the agent to end its work and to drop the prompts that are waiting. */
export const CancelSessionNotification: TypeReader<CancelSessionNotification> = {
  name: 'CancelSessionNotification',
  is: isCancelSessionNotification,
  decode: (value, reading) => decode(isCancelSessionNotification, CancelSessionNotificationShape, value, reading),
  shape: CancelSessionNotificationShape,
};
