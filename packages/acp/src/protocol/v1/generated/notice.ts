// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { NoticeSeverityShape, type NoticeSeverity } from '../../base/generated/notice.ts';
export {
  NoticeSeverity,
  isKnownNoticeSeverity,
  type KnownNoticeSeverity,
  type UnknownNoticeSeverity,
} from '../../base/generated/notice.ts';

/** A notice to show once. It is not part of the history. */
export interface Notice {
  /** How serious it is. */
  readonly severity: NoticeSeverity;
  /** What to show. */
  readonly title: string;
  /** Details for the user. */
  readonly description?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Notice}. */
export function isNotice(value: unknown): value is Notice {
  return isObject(value) &&
    typeof value.severity === 'string' &&
    (typeof value.title === 'string' && value.title !== '') &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link Notice}, as data. */
export const NoticeShape: RecordShape = {
  is: 'record',
  fields: {
    severity: { of: NoticeSeverityShape },
    title: { of: { is: 'string', min: 1 } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A notice to show once. It is not part of the history. */
export const Notice: TypeReader<Notice> = {
  name: 'Notice',
  is: isNotice,
  decode: (value, reading) => decode(isNotice, NoticeShape, value, reading),
  shape: NoticeShape,
};
