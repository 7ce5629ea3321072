// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode, type Reading } from '../../reading/decode.ts';
import { type Decoded } from '../../reading/issue.ts';
import { type Shape } from '../../reading/shape.ts';

/** Names a message within its session; only the agent makes these. */
export type MessageId = string;

/** Whether a value is a valid {@link MessageId}. */
export function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string';
}

/** The shape of {@link MessageId}, as data. */
export const MessageIdShape: Shape = { is: 'string', must: 'id' };

/** Reads a {@link MessageId}: the received value itself, or what is wrong with it. */
export function decodeMessageId(value: unknown, reading?: Reading): Decoded<MessageId> {
  return decode(isMessageId, MessageIdShape, value, reading);
}
