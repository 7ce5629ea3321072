import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type AvailableCommand, isKnownSessionConfigOption, type SessionConfigOption } from '@emend/acp/protocol/june';
import type { Draft } from '../terminal/editor.ts';

/** Something that could stand where the cursor is. */
interface Suggestion {
  readonly text: string;
  readonly note: string;
}

/** What fits, and from where on it replaces what was typed. */
export interface Completion {
  readonly from: number;
  readonly suggestions: readonly Suggestion[];
}

/** What completion can draw on. */
export interface CompletionSource {
  readonly commands: readonly AvailableCommand[];
  readonly options: readonly SessionConfigOption[];
  readonly cwd: string;
}

/** What the client itself understands; a colon keeps it apart from the agent's own commands. */
const ownCommands: readonly Suggestion[] = [
  { text: ':help', note: 'keys and commands' },
  { text: ':set', note: 'show or change a setting: :set ID VALUE' },
  { text: ':details', note: 'show or hide all of what tools show' },
  { text: ':quit', note: 'leave' },
];

/** Offered among the agent's commands where it has none of that name. */
const ownHelp: Suggestion = { text: '/help', note: 'keys and commands of this client, as :help' };

/** The values of an option that can be chosen. */
export function valuesOf(option: SessionConfigOption): readonly Suggestion[] {
  if (!isKnownSessionConfigOption(option)) return [];
  const plain = option.options.flatMap((each) => ('options' in each ? each.options : [each]));
  return plain.map(({ value, name }) => ({ text: value, note: name }));
}

/** Completes what stands before the cursor: a command at the start, a setting, or a path after `@`. */
export function completionOf(draft: Draft, source: CompletionSource): Completion | undefined {
  const typed = draft.text.slice(0, draft.cursor);
  const fitting = (from: number, all: readonly Suggestion[]): Completion | undefined => {
    const prefix = typed.slice(from);
    const suggestions = all.filter(({ text }) => text.startsWith(prefix));
    return suggestions.length === 0 ? undefined : { from, suggestions };
  };
  if (/^\/\S*$/.test(typed)) {
    const commands = source.commands.map(({ name, description }) => ({ text: `/${name}`, note: description }));
    const hasHelp = commands.some(({ text }) => text === ownHelp.text);
    return fitting(0, hasHelp ? commands : [...commands, ownHelp]);
  }
  if (/^:\S*$/.test(typed)) return fitting(0, ownCommands);
  const setting = /^:set\s+(?:(\S+)\s+)?(.*)$/.exec(typed);
  if (setting !== null) {
    const option = source.options.find(({ id }) => id === setting[1]);
    const from = typed.length - (setting[2] ?? '').length;
    if (setting[1] === undefined)
      return fitting(
        from,
        source.options.map(({ id, name }) => ({ text: id, note: name })),
      );
    return option === undefined ? undefined : fitting(from, valuesOf(option));
  }
  const mention = /(?:^|\s)@("[^"\n]*|[^\s"]*)$/.exec(typed);
  if (mention === null) return undefined;
  const [, name = ''] = mention;
  const suggestions = filesAt(name.replace('"', ''), source.cwd).map((path) => ({
    text: mentioned(path, name),
    note: '',
  }));
  return suggestions.length === 0 ? undefined : { from: typed.length - name.length, suggestions };
}

/** A path as it is written behind `@`: in quotes where it has a blank, open ones where a folder goes on. */
function mentioned(path: string, typed: string): string {
  if (!typed.startsWith('"') && !/\s/.test(path)) return path;
  return path.endsWith('/') ? `"${path}` : `"${path}"`;
}

const mostFiles = 200;

function filesAt(typed: string, cwd: string): string[] {
  const folder = typed.endsWith('/') ? typed : typed.includes('/') ? `${dirname(typed)}/` : '';
  try {
    return readdirSync(resolve(cwd, folder === '' ? '.' : folder), { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') || typed.slice(folder.length).startsWith('.'))
      .map((entry) => `${join(folder, entry.name)}${entry.isDirectory() ? '/' : ''}`)
      .filter((path) => path.startsWith(typed))
      .slice(0, mostFiles);
  } catch {
    return [];
  }
}
