import type { Diff } from '../../protocol/base/generated/tool-call.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { patchDiff } from '../file-changes.ts';
import { isNovemberContent } from '../november-parts.ts';

/** Returns an update that is in the form of June where June has one in the form of November. */
export function asNovember<Update extends { readonly sessionUpdate: string }>(update: Update): Update {
  const { plan, content, availableCommands, configOptions } = update as unknown as JsonObject;
  const change = (fields: JsonObject): Update => ({ ...update, ...fields });
  switch (update.sessionUpdate) {
    case 'plan_update':
      return isObject(plan) && 'id' in plan ? change({ plan: renamed(plan, 'id', 'planId') }) : update;
    case 'available_commands_update':
      return Array.isArray(availableCommands)
        ? change({ availableCommands: availableCommands.map(asCommand) })
        : update;
    case 'config_option_update':
      return Array.isArray(configOptions) ? change({ configOptions: optionsAsNovember(configOptions) }) : update;
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
