import type { AvailableCommand } from '../../protocol/june/generated/command.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { PlanUpdate } from '../../protocol/june/generated/plan.ts';
import type { AvailableCommand as NovemberCommand } from '../../protocol/november/generated/command.ts';
import type { SessionConfigOption as NovemberOption } from '../../protocol/november/generated/config-option.ts';
import type { PlanUpdate as NovemberPlan } from '../../protocol/november/generated/plan.ts';
import { isObject } from '../../protocol/reading/guard.ts';

/** Returns an object with a key renamed, in the same place; a key that has the new name already gets the old one, so that nothing is lost. */
export function renamed(value: object, from: string, to: string): Record<string, unknown> {
  if (!Object.hasOwn(value, from)) return value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) copy[key === from ? to : key === to ? from : key] = field;
  return copy;
}

/** Returns a config option of November in June's names. */
export function renamedOption(option: NovemberOption): SessionConfigOption {
  const { options, ...rest } = renamed(option, 'configId', 'id');
  if (!Array.isArray(options)) return renamed(option, 'configId', 'id') as unknown as SessionConfigOption;
  const groups = options.map((group: unknown) => (isObject(group) ? renamed(group, 'groupId', 'group') : group));
  return { ...rest, options: groups } as unknown as SessionConfigOption;
}

/** Returns config options of November in June's names. */
export function renamedOptions(options: readonly NovemberOption[]): readonly SessionConfigOption[] {
  return options.map(renamedOption);
}

/** Returns a command of November in June's form: a plain command and a plain text input have no tags there. */
export function renamedCommand(command: NovemberCommand): AvailableCommand {
  if (command.type !== 'command') return command as unknown as AvailableCommand;
  const { type: _, input, ...rest } = command as Extract<NovemberCommand, { readonly type: 'command' }>;
  if (input === undefined) return rest as AvailableCommand;
  if (input === null || input.type !== 'text') return { ...rest, input } as unknown as AvailableCommand;
  const { type: __, ...plain } = input;
  return { ...rest, input: plain } as unknown as AvailableCommand;
}

/** Returns commands of November in June's form. */
export function renamedCommands(commands: readonly NovemberCommand[]): readonly AvailableCommand[] {
  return commands.map(renamedCommand);
}

/** Returns a plan update of November in June's names. */
export function renamedPlan(update: NovemberPlan): PlanUpdate {
  return { ...update, plan: renamed(update.plan, 'planId', 'id') } as unknown as PlanUpdate;
}
