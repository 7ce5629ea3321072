import type { Dialect } from '../../../protocol/dialects.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';

const entries = [
  { content: 'Look around', priority: 'high', status: 'completed' },
  { content: 'Write it down', priority: 'medium', status: 'in_progress' },
];

/** What an agent of each dialect says to tell the same thing. */
interface ToldValues {
  /** A plan with the entries "Look around" and "Write it down". */
  readonly plan: JsonObject;
  /** The command "review" with the hint "what to review". */
  readonly commands: JsonObject;
  /** Options of a session: the model, small or large. */
  options(current: string): readonly JsonObject[];
  /** A change of `/w/notes.txt` from "old line" to "new line". */
  readonly diff: JsonObject;
}

function optionWith(key: 'id' | 'configId', currentValue: string): readonly JsonObject[] {
  const options = [
    { value: 'small', name: 'Small' },
    { value: 'large', name: 'Large' },
  ];
  return [{ [key]: 'model', name: 'Model', category: 'model', type: 'select', currentValue, options }];
}

const review = { name: 'review', description: 'Reviews it' };
const hint = 'what to review';
const plainCommands = {
  sessionUpdate: 'available_commands_update',
  availableCommands: [{ ...review, input: { hint } }],
};
const textDiff = { type: 'diff', path: '/w/notes.txt', oldText: 'old line\n', newText: 'new line\n' };
const patch = [
  'diff --git /w/notes.txt /w/notes.txt',
  '--- /w/notes.txt',
  '+++ /w/notes.txt',
  '@@ -1 +1 @@',
  '-old line',
  '+new line',
  '',
].join('\n');

/** The words of each dialect for the same things. */
export const toldValues: Readonly<Record<Dialect, ToldValues>> = {
  v1: {
    plan: { sessionUpdate: 'plan', entries },
    commands: plainCommands,
    options: (current) => optionWith('id', current),
    diff: textDiff,
  },
  june: {
    plan: { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'main', entries } },
    commands: plainCommands,
    options: (current) => optionWith('id', current),
    diff: textDiff,
  },
  november: {
    plan: { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'main', entries } },
    commands: {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ type: 'command', ...review, input: { type: 'text', hint } }],
    },
    options: (current) => optionWith('configId', current),
    diff: {
      type: 'diff',
      changes: [{ operation: 'modify', path: '/w/notes.txt' }],
      patch: { format: 'git_patch', text: patch },
    },
  },
};
