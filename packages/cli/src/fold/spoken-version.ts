import { isObject } from '@emend/acp/protocol';

/** What a message tells of the version in use: a handshake settles it, an update of v1 alone is a sign. */
export type VersionSign =
  | { readonly version: 1 | 2; readonly isSettled: true; readonly reason: string }
  | { readonly version: 1; readonly isSettled: false; readonly reason: string };

const onlyInV1: ReadonlySet<unknown> = new Set(['tool_call', 'plan', 'current_mode_update']);
const chunks: ReadonlySet<unknown> = new Set(['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk']);

/** The sign of a version in a message, if it has one (T1). */
export function versionSign(message: unknown): VersionSign | undefined {
  if (!isObject(message)) return undefined;
  if (message['method'] === 'session/update') return signOfUpdate(message['params']);
  const result = message['result'];
  const version = isObject(result) ? result['protocolVersion'] : undefined;
  if (version !== 1 && version !== 2) return undefined;
  return { version, isSettled: true, reason: `the handshake chose version ${version}` };
}

function signOfUpdate(params: unknown): VersionSign | undefined {
  const update = isObject(params) ? params['update'] : undefined;
  if (!isObject(update)) return undefined;
  const id = update['messageId'];
  // Most lines are chunks with an id: they are told apart before any tag is looked up.
  if (typeof id === 'string') return undefined;
  const tag = update['sessionUpdate'];
  if (onlyInV1.has(tag)) return { version: 1, isSettled: false, reason: `${tag} is an update of version 1` };
  if (chunks.has(tag) && (id === undefined || id === null)) {
    return { version: 1, isSettled: false, reason: 'a chunk has no messageId' };
  }
  return undefined;
}
