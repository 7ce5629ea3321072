import type { JsonPatchOperation } from '@ag-ui/core';
import { present } from '@emend/acp/protocol';
import type { ContentBlock } from '@emend/acp/protocol/june';
import {
  type OpenElicitation,
  type OpenPermission,
  openTurnsOf,
  type SessionState,
  type Terminal,
  turnOf,
} from '@emend/acp/session';
import { terminalOutput } from '@emend/acp/view';

/** A terminal of the agent, with its output as plain text. */
export interface SharedTerminal {
  readonly terminalId: string;
  readonly command?: string;
  readonly cwd?: string;
  readonly output: string;
  readonly exitStatus?: NonNullable<Terminal['exitStatus']>;
}

/** What a session shows besides its messages; the state that AG-UI shares. */
export interface SharedState {
  readonly info: { readonly title?: string; readonly updatedAt?: string } | null;
  readonly usage: { readonly used: number; readonly size: number; readonly cost?: unknown } | null;
  readonly commands: SessionState['availableCommands'];
  readonly configOptions: SessionState['configOptions'];
  readonly terminals: readonly SharedTerminal[];
  readonly permissions: readonly OpenPermission[];
  readonly elicitations: readonly OpenElicitation[];
  /** The prompts that wait for the turns before them. */
  readonly waiting: readonly (readonly ContentBlock[])[];
}

type SmallParts = Omit<SharedState, 'terminals'>;

/** How each part but the terminals is made, and what it is made of: the same source makes the same part. */
const smallParts: {
  readonly [K in keyof SmallParts]: [source: keyof SessionState, make: (state: SessionState) => SmallParts[K]];
} = {
  info: ['info', ({ info }) => (info === undefined ? null : present({ title: info.title, updatedAt: info.updatedAt }))],
  usage: [
    'usage',
    ({ usage }) => (usage === undefined ? null : present({ used: usage.used, size: usage.size, cost: usage.cost })),
  ],
  commands: ['availableCommands', ({ availableCommands }) => availableCommands],
  configOptions: ['configOptions', ({ configOptions }) => configOptions],
  permissions: ['permissions', ({ permissions }) => permissions],
  elicitations: ['elicitations', ({ elicitations }) => elicitations],
  waiting: ['turns', waitingPrompts],
};

/** Returns what a session shows besides its messages. */
export function toSharedState(state: SessionState): SharedState {
  const { info, usage, commands, configOptions, permissions, elicitations, waiting } = smallParts;
  return {
    info: info[1](state),
    usage: usage[1](state),
    commands: commands[1](state),
    configOptions: configOptions[1](state),
    permissions: permissions[1](state),
    elicitations: elicitations[1](state),
    waiting: waiting[1](state),
    terminals: state.terminals.toArray().map(sharedTerminal),
  };
}

/** Returns the changes that turn the shared state of one state into that of another. */
export function sharedChanges(before: SessionState, after: SessionState): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  for (const [key, [source, make]] of Object.entries(smallParts)) {
    if (before[source] === after[source]) continue;
    const value = make(after);
    if (JSON.stringify(make(before)) !== JSON.stringify(value))
      operations.push({ op: 'replace', path: `/${key}`, value });
  }
  return [...operations, ...terminalChanges(before, after)];
}

function waitingPrompts(state: SessionState): (readonly ContentBlock[])[] {
  return openTurnsOf(state).flatMap((number) => {
    const turn = turnOf(state, number);
    return turn === undefined || turn.start !== undefined ? [] : [turn.prompt];
  });
}

function terminalChanges(
  { terminals: before }: SessionState,
  { terminals: after }: SessionState,
): JsonPatchOperation[] {
  if (before === after) return [];
  const changes = before.length === 0 ? after.toArray().keys() : after.changesSince(before);
  if (changes === undefined) return [{ op: 'replace', path: '/terminals', value: after.toArray().map(sharedTerminal) }];
  return [...changes]
    .sort((one, other) => one - other)
    .flatMap((index): JsonPatchOperation[] => {
      const terminal = after.at(index);
      if (terminal === undefined) return [];
      const value = sharedTerminal(terminal);
      return [
        index < before.length
          ? { op: 'replace', path: `/terminals/${index}`, value }
          : { op: 'add', path: '/terminals/-', value },
      ];
    });
}

function sharedTerminal(terminal: Terminal): SharedTerminal {
  const { terminalId, command, cwd, exitStatus } = terminal;
  return present({ terminalId, command, cwd, output: terminalOutput(terminal), exitStatus });
}
