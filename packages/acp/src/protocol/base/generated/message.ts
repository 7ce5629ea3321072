// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';

/** Names a message within its session; only the agent makes these. */
export type MessageId = string;

/** Whether a value is a valid {@link MessageId}. */
export function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string';
}

/** The shape of {@link MessageId}, as data. */
export const MessageIdShape: Shape = { is: 'string', must: 'id' };

/** Names a message within its session; only the agent makes these. */
export const MessageId: TypeReader<MessageId> = {
  name: 'MessageId',
  is: isMessageId,
  decode: (value, reading) => decode(isMessageId, MessageIdShape, value, reading),
  shape: MessageIdShape,
};
