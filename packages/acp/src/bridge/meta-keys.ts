import type { JsonObject, Meta } from '../protocol/reading/guard.ts';

/** The keys under which the bridge keeps in `_meta` what the other version cannot hold. */
export const metaKeys = {
  /** The id of a terminal of a v1 client. */
  terminal: 'emend/terminal',
  /** A whole value that had to be shown as a placeholder. */
  raw: 'emend/raw',
  /** The kind of a tool call or of a permission option. */
  kind: 'emend/kind',
  /** The status of a tool call or of a plan entry. */
  status: 'emend/status',
  /** The priority of a plan entry. */
  priority: 'emend/priority',
  /** Why a turn ended. */
  stopReason: 'emend/stopReason',
  /** The input that a command takes. */
  input: 'emend/input',
  /** The message that this one takes the place of. */
  replaces: 'emend/replaces',
} as const;

/** The extension notification that carries a session update which v1 does not have. */
export const rawUpdateMethod = '_emend/session_update';

/** `_meta` with one more key. */
export function withMeta(meta: Meta | null | undefined, key: string, value: unknown): Meta {
  return { ...meta, [key]: value };
}

/** Whether an object has a `_meta` with something in it. */
export function hasMeta(holder: { readonly _meta?: Meta | null }): boolean {
  return holder._meta !== undefined && holder._meta !== null && Object.keys(holder._meta).length > 0;
}

/** The value that a bridge has put away in `_meta`, if it is an object with a tag. */
export function rawOf(meta: unknown): (JsonObject & { readonly type: string }) | undefined {
  const raw = (meta as Meta | null | undefined)?.[metaKeys.raw];
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  return typeof (raw as JsonObject)['type'] === 'string' ? (raw as JsonObject & { readonly type: string }) : undefined;
}
