import type { JsonObject, Meta } from '../protocol/reading/guard.ts';

/** The keys in `_meta` under which the bridge keeps what the other dialect cannot represent. */
export const metaKeys = {
  /** The id of a terminal of a v1 client; or the command, the folder and the exit of a terminal of a November agent. */
  terminal: 'emend/terminal',
  /** A whole value that had to be shown as a placeholder. */
  raw: 'emend/raw',
  /** The name of the tool of a tool call. */
  name: 'emend/name',
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
  /** The message that this one replaces. */
  replaces: 'emend/replaces',
  /** The icons of a link. */
  icons: 'emend/icons',
  /** A URI as it was written. */
  uri: 'emend/uri',
  /** The title and the description of a permission request. */
  permission: 'emend/permission',
} as const;

/** The extension notification that carries a session update which v1 does not have. */
export const rawUpdateMethod = '_emend/session_update';

/** Returns `_meta` with one more key. */
export function withMeta(meta: Meta | null | undefined, key: string, value: unknown): Meta {
  return { ...meta, [key]: value };
}

/** Returns `_meta` without a key; `undefined` if nothing is left. */
export function withoutMeta(meta: Meta, key: string): Meta | undefined {
  const { [key]: _, ...rest } = meta;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Returns whether an object has a `_meta` that is not empty. */
export function hasMeta(holder: { readonly _meta?: Meta | null }): boolean {
  return holder._meta !== undefined && holder._meta !== null && Object.keys(holder._meta).length > 0;
}

/** Returns the value that a bridge has kept in `_meta`, if it is an object with a tag. */
export function rawOf(meta: unknown): (JsonObject & { readonly type: string }) | undefined {
  const raw = (meta as Meta | null | undefined)?.[metaKeys.raw];
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  return typeof (raw as JsonObject)['type'] === 'string' ? (raw as JsonObject & { readonly type: string }) : undefined;
}
