import type { Diff } from '../../protocol/base/generated/tool-call.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { patchDiff } from '../file-changes.ts';
import { isNovemberContent } from '../november-parts.ts';

/** Returns an update of a replay, which is in the form of June where June has one, in the form of November. */
export function asNovember(update: SessionUpdate): SessionUpdate {
  const { plan, content, availableCommands, configOptions } = update as unknown as JsonObject;
  const change = (fields: JsonObject): SessionUpdate => ({ ...update, ...fields }) as unknown as SessionUpdate;
  switch (update.sessionUpdate) {
    case 'plan_update':
      return isObject(plan) && 'id' in plan ? change({ plan: renamed(plan, 'id', 'planId') }) : update;
    case 'available_commands_update':
      return change({ availableCommands: (availableCommands as JsonObject[]).map(asCommand) });
    case 'config_option_update':
      return change({ configOptions: optionsAsNovember(configOptions as JsonObject[]) });
    case 'tool_call_update':
      return Array.isArray(content) ? change({ content: content.map(asItem) }) : update;
    default:
      return update;
  }
}

/** Returns config options in the names of November. */
export function optionsAsNovember(options: readonly object[]): object[] {
  return options.map((option) => {
    const named = renamed(option as JsonObject, 'id', 'configId');
    const { options: choices } = named;
    if (!Array.isArray(choices)) return named;
    return {
      ...named,
      options: choices.map((choice) => (isObject(choice) ? renamed(choice, 'group', 'groupId') : choice)),
    };
  });
}

function renamed(value: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key === from ? to : key, field]));
}

function asCommand(command: JsonObject): JsonObject {
  const { input } = command;
  const typed =
    isObject(input) && input['type'] === undefined ? { ...command, input: { type: 'text', ...input } } : command;
  return typed['type'] === undefined ? { type: 'command', ...typed } : typed;
}

function asItem(item: unknown): unknown {
  if (!isObject(item) || item['type'] !== 'diff' || isNovemberContent(item)) return item;
  return patchDiff(item as unknown as Diff);
}
