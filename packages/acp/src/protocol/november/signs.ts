import type { DialectSigns } from '../dialect.ts';
import { isObject, type JsonObject } from '../reading/guard.ts';

const updates: ReadonlySet<unknown> = new Set([
  'state_update',
  'terminal_update',
  'terminal_output_chunk',
  'notice',
  'compaction_update',
  'compaction_summary_chunk',
]);

/** Returns in words what in an answer to `initialize` is only in the November draft; `undefined` if nothing is. */
function agentSign(result: JsonObject): string | undefined {
  if (isObject(result['info'])) return 'an answer to initialize with "info"';
  const isNew = (method: unknown) => isObject(method) && 'methodId' in method && !('id' in method);
  return listIn(result['authMethods']).some(isNew) ? 'an answer to initialize with a "methodId"' : undefined;
}

/** How the November draft of version 2 is recognised in a handshake. */
export const novemberSigns: DialectSigns = {
  client: ({ info }) => isObject(info),
  agent: (result) => agentSign(result) !== undefined,
};

/** Returns in words what shows that an agent has chosen the November draft of version 2; `undefined` if nothing does. */
export function novemberHandshakeSign(result: unknown): string | undefined {
  if (!isObject(result) || result['protocolVersion'] !== 2 || isObject(result['agentCapabilities'])) return undefined;
  return agentSign(result);
}

/** Returns in words what shows that a message is of the November draft of version 2; `undefined` if nothing does. */
export function novemberMessageSign(message: unknown): string | undefined {
  if (Array.isArray(message)) return firstOf(message, novemberMessageSign);
  if (!isObject(message)) return undefined;
  const { method, params, result } = message;
  if (method === 'session/update') return isObject(params) ? updateSign(params['update']) : undefined;
  if (method === 'session/request_permission') return isObject(params) ? toolCallSign(params['toolCall']) : undefined;
  if (method === 'session/resume' && isObject(params) && isObject(params['replayFrom']))
    return 'a session/resume with "replayFrom"';
  return isObject(result) ? answerSign(result) : undefined;
}

function answerSign(result: JsonObject): string | undefined {
  if (typeof result['messageId'] === 'string' && result['stopReason'] === undefined)
    return 'the answer to a prompt with "messageId" and without "stopReason"';
  return optionsSign(result['configOptions']) ?? commandsSign(result['availableCommands']);
}

function updateSign(update: unknown): string | undefined {
  if (!isObject(update)) return undefined;
  const { sessionUpdate, plan } = update;
  if (updates.has(sessionUpdate)) return `the update "${sessionUpdate}"`;
  if ('planId' in update || (isObject(plan) && 'planId' in plan)) return 'a plan with "planId"';
  return optionsSign(update['configOptions']) ?? commandsSign(update['availableCommands']) ?? toolCallSign(update);
}

function toolCallSign(call: unknown): string | undefined {
  if (!isObject(call)) return undefined;
  const parts = Array.isArray(call['content']) ? call['content'] : [call['content']];
  const isNew = (part: unknown) => isObject(part) && part['type'] === 'diff' && Array.isArray(part['changes']);
  return parts.some(isNew) ? 'a diff with "changes"' : undefined;
}

function optionsSign(options: unknown): string | undefined {
  const isNew = (option: unknown) => isObject(option) && 'configId' in option && !('id' in option);
  return listIn(options).some(isNew) ? 'a configuration option with "configId"' : undefined;
}

function commandsSign(all: unknown): string | undefined {
  const isNew = (command: unknown) => isObject(command) && typeof command['type'] === 'string';
  return listIn(all).some(isNew) ? 'a command with "type"' : undefined;
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function firstOf(messages: readonly unknown[], sign: (message: unknown) => string | undefined): string | undefined {
  for (const message of messages) {
    const found = sign(message);
    if (found !== undefined) return found;
  }
  return undefined;
}
