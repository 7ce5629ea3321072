import type { DialectSigns } from '../dialect.ts';
import { isObject, type JsonObject } from '../reading/guard.ts';
import { updateIn } from '../reading/update-in.ts';

const updates: ReadonlySet<unknown> = new Set(['state_update', 'terminal_update', 'terminal_output_chunk']);

/** How the November draft is recognised in a stream. */
export const novemberSigns: DialectSigns = {
  isOwn(message) {
    const { method, params, result } = message;
    if (method === 'session/update') return isOwnUpdate(updateIn(message));
    if (method === undefined) return isObject(result) && isOwnAnswer(result);
    if (!isObject(params)) return false;
    if (method === 'session/resume') return isObject(params['replayFrom']);
    const { subject } = params;
    return method === 'session/request_permission' && isObject(subject) && hasOwnDiff(subject['toolCall']);
  },
};

/** The answer to a prompt names the message; that of a session lists options and commands. */
function isOwnAnswer(result: JsonObject): boolean {
  const isInsertion = typeof result['messageId'] === 'string' && result['stopReason'] === undefined;
  return isInsertion || hasOwnOption(result['configOptions']) || hasOwnCommand(result['availableCommands']);
}

function isOwnUpdate(update: JsonObject): boolean {
  const { sessionUpdate, plan } = update;
  return (
    updates.has(sessionUpdate) ||
    'planId' in update ||
    (isObject(plan) && 'planId' in plan) ||
    hasOwnOption(update['configOptions']) ||
    hasOwnCommand(update['availableCommands']) ||
    hasOwnDiff(update)
  );
}

function hasOwnDiff(call: unknown): boolean {
  if (!isObject(call)) return false;
  const parts = Array.isArray(call['content']) ? call['content'] : [call['content']];
  return parts.some((part) => isObject(part) && part['type'] === 'diff' && Array.isArray(part['changes']));
}

function hasOwnOption(options: unknown): boolean {
  return listIn(options).some((option) => isObject(option) && 'configId' in option && !('id' in option));
}

function hasOwnCommand(commands: unknown): boolean {
  return listIn(commands).some((command) => isObject(command) && typeof command['type'] === 'string');
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
