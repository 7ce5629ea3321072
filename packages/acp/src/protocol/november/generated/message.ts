// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { MessageIdShape, type MessageId } from '../../base/generated/message.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';
export {
  MessageId,
} from '../../base/generated/message.ts';

/** Appends a piece to a message. */
export interface ContentChunk {
  /** The piece to append. */
  readonly content: ContentBlock;
  /** Id of the message. */
  readonly messageId: MessageId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ContentChunk}. */
export function isContentChunk(value: unknown): value is ContentChunk {
  return isObject(value) &&
    isContentBlock(value.content) &&
    typeof value.messageId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link ContentChunk}, as data. */
export const ContentChunkShape: RecordShape = {
  is: 'record',
  fields: {
    content: { of: ContentBlockShape },
    messageId: { of: MessageIdShape },
    _meta: lenientMetaField,
  },
};

/** Appends a piece to a message. */
export const ContentChunk: TypeReader<ContentChunk> = {
  name: 'ContentChunk',
  is: isContentChunk,
  decode: (value, reading) => decode(isContentChunk, ContentChunkShape, value, reading),
  shape: ContentChunkShape,
};

/** Creates or updates a message of the user: omitted keeps, null clears, a value replaces. */
export interface UserMessage {
  /** Id of the message to create or update. */
  readonly messageId: MessageId;
  /** All content of the message. `[]` clears it, as null does. */
  readonly content?: readonly ContentBlock[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link UserMessage}. */
export function isUserMessage(value: unknown): value is UserMessage {
  return isObject(value) &&
    typeof value.messageId === 'string' &&
    (value.content === undefined || value.content === null || isListOf(value.content, isContentBlock)) &&
    isMeta(value._meta);
}

/** The shape of {@link UserMessage}, as data. */
export const UserMessageShape: RecordShape = {
  is: 'record',
  fields: {
    messageId: { of: MessageIdShape },
    content: { of: { is: 'nullable', of: { is: 'list', of: ContentBlockShape } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Creates or updates a message of the user: omitted keeps, null clears, a value replaces. */
export const UserMessage: TypeReader<UserMessage> = {
  name: 'UserMessage',
  is: isUserMessage,
  decode: (value, reading) => decode(isUserMessage, UserMessageShape, value, reading),
  shape: UserMessageShape,
};

/** Creates or updates a message of the agent: omitted keeps, null clears, a value replaces. */
export interface AgentMessage {
  /** Id of the message to create or update. */
  readonly messageId: MessageId;
  /** All content of the message. `[]` clears it, as null does. */
  readonly content?: readonly ContentBlock[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AgentMessage}. */
export function isAgentMessage(value: unknown): value is AgentMessage {
  return isObject(value) &&
    typeof value.messageId === 'string' &&
    (value.content === undefined || value.content === null || isListOf(value.content, isContentBlock)) &&
    isMeta(value._meta);
}

/** The shape of {@link AgentMessage}, as data. */
export const AgentMessageShape: RecordShape = {
  is: 'record',
  fields: {
    messageId: { of: MessageIdShape },
    content: { of: { is: 'nullable', of: { is: 'list', of: ContentBlockShape } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Creates or updates a message of the agent: omitted keeps, null clears, a value replaces. */
export const AgentMessage: TypeReader<AgentMessage> = {
  name: 'AgentMessage',
  is: isAgentMessage,
  decode: (value, reading) => decode(isAgentMessage, AgentMessageShape, value, reading),
  shape: AgentMessageShape,
};

/** Creates or updates a thought of the agent: omitted keeps, null clears, a value replaces. */
export interface AgentThought {
  /** Id of the message to create or update. */
  readonly messageId: MessageId;
  /** All content of the message. `[]` clears it, as null does. */
  readonly content?: readonly ContentBlock[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AgentThought}. */
export function isAgentThought(value: unknown): value is AgentThought {
  return isObject(value) &&
    typeof value.messageId === 'string' &&
    (value.content === undefined || value.content === null || isListOf(value.content, isContentBlock)) &&
    isMeta(value._meta);
}

/** The shape of {@link AgentThought}, as data. */
export const AgentThoughtShape: RecordShape = {
  is: 'record',
  fields: {
    messageId: { of: MessageIdShape },
    content: { of: { is: 'nullable', of: { is: 'list', of: ContentBlockShape } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Creates or updates a thought of the agent: omitted keeps, null clears, a value replaces. */
export const AgentThought: TypeReader<AgentThought> = {
  name: 'AgentThought',
  is: isAgentThought,
  decode: (value, reading) => decode(isAgentThought, AgentThoughtShape, value, reading),
  shape: AgentThoughtShape,
};
