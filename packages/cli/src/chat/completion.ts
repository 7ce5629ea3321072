import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type AvailableCommand, isKnownSessionConfigOption, type SessionConfigOption } from '@emend/acp/protocol/june';
import type { Draft } from '../terminal/editor.ts';
import { switchState } from './switch-option.ts';

/** A suggestion for the text at the cursor. */
interface Suggestion {
  readonly text: string;
  readonly note: string;
}

/** Suggestions, and the offset of the text they replace. */
export interface Completion {
  readonly from: number;
  readonly suggestions: readonly Suggestion[];
}

/** What completion can suggest from. */
export interface CompletionSource {
  readonly commands: readonly AvailableCommand[];
  readonly options: readonly SessionConfigOption[];
  readonly cwd: string;
}

/** Commands of the client itself; a colon distinguishes them from the agent's slash commands. */
const ownCommands: readonly Suggestion[] = [
  { text: ':help', note: 'keys and commands' },
  { text: ':set', note: 'show or change a setting: :set ID VALUE' },
  { text: ':details', note: 'show or hide all of what tools show' },
  { text: ':quit', note: 'leave' },
];

/** Suggested among the agent's commands unless it has its own `/help`. */
const ownHelp: Suggestion = { text: '/help', note: 'keys and commands of this client, as :help' };

/** Returns the values that a configuration option can have. */
export function valuesOf(option: SessionConfigOption): readonly Suggestion[] {
  if (switchState(option) !== undefined) return ['on', 'off'].map((text) => ({ text, note: '' }));
  if (!isKnownSessionConfigOption(option)) return [];
  const plain = option.options.flatMap((each) => ('options' in each ? each.options : [each]));
  return plain.map(({ value, name }) => ({ text: value, note: name }));
}

/** Completes the text before the cursor: a command at the start, a setting, or a path after `@`. */
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

/** Returns a path as written after `@`: quoted if it contains a space, with the quote left open after a folder. */
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
