import type { ClientSession } from '@emend/acp';
import { isKnownSessionConfigOption, type SessionConfigOption } from '@emend/acp/protocol/june';
import { neutralLine, shortLine } from '../terminal/neutral.ts';
import { tone } from '../terminal/style.ts';
import { valuesOf } from './completion.ts';
import { switchState, writtenValue } from './switch-option.ts';

/** Callbacks of the client's own commands. */
interface OwnActions {
  note(text: string, look?: number): void;
  leave(): void;
  toggleDetails(): void;
}

const help = [
  'Enter sends; Alt-Enter, Ctrl-J or a backslash at the end starts a new line; the arrows go through history.',
  "/ lists the agent's commands; Tab completes; @path sends a file along.",
  'Ctrl-C cancels the turn, twice leaves; Ctrl-D leaves; Ctrl-Z stops until fg.',
  'Ctrl-O shows all of what tools show; Shift-Tab changes the mode; Ctrl-L draws anew.',
  ':set shows the settings, :set ID VALUE changes one; :quit leaves.',
].join('\n');

/** Runs a command that begins with a colon; returns `not-ours` if the client has no such command. */
export function runOwnCommand(
  line: string,
  session: ClientSession | undefined,
  actions: OwnActions,
): 'done' | 'not-ours' {
  const [name, ...args] = line.slice(1).split(/\s+/);
  switch (name) {
    case 'help':
      actions.note(help);
      return 'done';
    case 'q':
    case 'quit':
    case 'exit':
      actions.leave();
      return 'done';
    case 'details':
      actions.toggleDetails();
      return 'done';
    case 'set':
      if (session === undefined) actions.note('The session is not open yet. Try again in a moment.', tone.yellow);
      else set(session, args, actions);
      return 'done';
    case 'next':
      if (session !== undefined) next(session, args[0] ?? '', actions);
      return 'done';
    default:
      // A prompt may begin with a colon, but hardly with a colon and a single word.
      if (!/^[a-z]+$/.test(name ?? '')) return 'not-ours';
      actions.note(`There is no command :${name}. :help shows what there is.`, tone.yellow);
      return 'done';
  }
}

function set(session: ClientSession, [id, ...words]: readonly string[], actions: OwnActions): void {
  const { configOptions } = session.state;
  const value = words.join(' ');
  if (id === undefined || value === '') {
    const lines = configOptions
      .filter(({ id: each }) => id === undefined || each === id)
      .map((option) => {
        const current = shownValue(option);
        const others = valuesOf(option).map(({ text }) => text);
        const more = others.length > 20 ? `, and ${others.length - 20} more` : '';
        return `${option.id} = ${current}  (${others.slice(0, 20).join(', ')}${more})`;
      });
    actions.note(lines.length === 0 ? 'The agent has no such setting.' : lines.map(neutralLine).join('\n'));
    return;
  }
  const option = configOptions.find((each) => each.id === id);
  session.setConfigOption(id, writtenValue(option, value)).then(
    () => actions.note(`${neutralLine(id)} is now ${neutralLine(value)}.`),
    (error: Error) => actions.note(`✗ ${neutralLine(id)} was not changed: ${shortLine(error.message, 500)}`, tone.red),
  );
}

/** Returns the current value of an option as people write it. */
function shownValue(option: SessionConfigOption): string {
  const isOn = switchState(option);
  if (isOn !== undefined) return isOn ? 'on' : 'off';
  return isKnownSessionConfigOption(option) ? option.currentValue : '?';
}

/** Sets an option to the value after its current one. */
function next(session: ClientSession, id: string, actions: OwnActions): void {
  const option = session.state.configOptions.find((each) => each.id === id);
  if (option === undefined) return;
  const values = valuesOf(option).map(({ text }) => text);
  const value = values[(values.indexOf(shownValue(option)) + 1) % values.length];
  if (value !== undefined) set(session, [id, value], actions);
}
