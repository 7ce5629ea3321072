import { isObject } from '../protocol/reading/guard.ts';
import type { Version } from './translator.ts';

const onlyInV1: ReadonlySet<unknown> = new Set(['tool_call', 'plan', 'current_mode_update']);
const onlyInV2: ReadonlySet<unknown> = new Set([
  'user_message',
  'agent_message',
  'agent_thought',
  'tool_call_content_chunk',
  'plan_update',
]);
const chunks: ReadonlySet<unknown> = new Set(['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk']);

function versionOfUpdate(update: unknown): Version | undefined {
  if (!isObject(update)) return undefined;
  const tag = update['sessionUpdate'];
  if (onlyInV1.has(tag)) return 1;
  if (onlyInV2.has(tag)) return 2;
  return chunks.has(tag) && typeof update['messageId'] !== 'string' ? 1 : undefined;
}

/** The version in which an answer to `initialize` is written: its shape counts for more than its number. */
export function versionOfHandshake(result: unknown): Version | undefined {
  if (!isObject(result) || typeof result['protocolVersion'] !== 'number') return undefined;
  if (isObject(result['agentCapabilities'])) return 1;
  if (isObject(result['capabilities'])) return 2;
  return result['protocolVersion'] >= 2 ? 2 : 1;
}

/** The version that a message of a stream gives away, if it does. */
export function versionOfMessage(message: unknown): Version | undefined {
  if (Array.isArray(message)) {
    for (const entry of message) {
      const version = versionOfMessage(entry);
      if (version !== undefined) return version;
    }
    return undefined;
  }
  if (!isObject(message)) return undefined;
  if (message['method'] === undefined) return versionOfHandshake(message['result']);
  const { params } = message;
  if (message['method'] === 'session/update' && isObject(params)) return versionOfUpdate(params['update']);
  return undefined;
}
