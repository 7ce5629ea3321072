import type { TalkSession } from '../../api/talk.ts';

/** A command of the agent. */
export type Command = TalkSession['availableCommands'][number];

/** The most commands that are offered at a time. */
const mostOffered = 30;

/** Returns the commands that what is typed may become: those with its letters first, then those that contain them. */
export function offeredCommands(text: string, commands: readonly Command[]): readonly Command[] {
  const typed = /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const names = commands.map((command) => ({ command, name: command.name.toLowerCase() }));
  const begins = names.filter(({ name }) => name.startsWith(typed));
  const contains = names.filter(({ name }) => !name.startsWith(typed) && name.includes(typed));
  return [...begins, ...contains].slice(0, mostOffered).map(({ command }) => command);
}

/** Returns what is typed after a command was chosen; one that takes something waits for it. */
export function completed({ name, input }: Command): string {
  return input === undefined || input === null ? `/${name}` : `/${name} `;
}
