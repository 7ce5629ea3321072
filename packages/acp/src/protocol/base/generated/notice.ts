// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';

/** The values of {@link NoticeSeverity} that the protocol defines. */
export type KnownNoticeSeverity =
  /** For information. */
  | 'info'
  /** Something may need attention. */
  | 'warning'
  /** Something went wrong. */
  | 'error';
/** Any other value of {@link NoticeSeverity}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownNoticeSeverity = string & Record<never, never>;

/** How serious a notice is. */
export type NoticeSeverity = KnownNoticeSeverity | UnknownNoticeSeverity;

/** Returns whether the protocol defines this value. */
export function isKnownNoticeSeverity(value: NoticeSeverity): value is KnownNoticeSeverity {
  return value === 'info' || value === 'warning' || value === 'error';
}

/** Returns whether a value is a valid {@link NoticeSeverity}. */
export function isNoticeSeverity(value: unknown): value is NoticeSeverity {
  return typeof value === 'string';
}

/** The shape of {@link NoticeSeverity}, as data. */
export const NoticeSeverityShape: Shape = { is: 'enum', values: ['info', 'warning', 'error'], open: true };

/** How serious a notice is. */
export const NoticeSeverity: TypeReader<NoticeSeverity> = {
  name: 'NoticeSeverity',
  is: isNoticeSeverity,
  decode: (value, reading) => decode(isNoticeSeverity, NoticeSeverityShape, value, reading),
  shape: NoticeSeverityShape,
};
