// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { MessageIdShape, type MessageId } from '../../base/generated/message.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';
export {
  MessageId,
} from '../../base/generated/message.ts';

/** The next piece of a message. */
export interface ContentChunk {
  /** The piece to append. */
  readonly content: ContentBlock;
  /** Id of the message, if the agent assigns ids. */
  readonly messageId?: MessageId | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ContentChunk}. */
export function isContentChunk(value: unknown): value is ContentChunk {
  return isObject(value) &&
    isContentBlock(value.content) &&
    (value.messageId === undefined || value.messageId === null || typeof value.messageId === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link ContentChunk}, as data. */
export const ContentChunkShape: RecordShape = {
  is: 'record',
  fields: {
    content: { of: ContentBlockShape },
    messageId: { of: { is: 'nullable', of: MessageIdShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** The next piece of a message. */
export const ContentChunk: TypeReader<ContentChunk> = {
  name: 'ContentChunk',
  is: isContentChunk,
  decode: (value, reading) => decode(isContentChunk, ContentChunkShape, value, reading),
  shape: ContentChunkShape,
};
