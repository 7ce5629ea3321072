// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';

/** Id of a message, unique within its session and assigned by the agent. */
export type MessageId = string;

/** Returns whether a value is a valid {@link MessageId}. */
export function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string';
}

/** The shape of {@link MessageId}, as data. */
export const MessageIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a message, unique within its session and assigned by the agent. */
export const MessageId: TypeReader<MessageId> = {
  name: 'MessageId',
  is: isMessageId,
  decode: (value, reading) => decode(isMessageId, MessageIdShape, value, reading),
  shape: MessageIdShape,
};
