import { mask, type Redact } from '@emend/acp/recording';
import type { TalkResult, TalkState } from '../../api/talk.ts';

/** Keys whose values go back to the agent, or say what something is: without them an answer would not be understood. */
const isKept = (key: string): boolean =>
  /Id$|^(?:id|session|group|type|kind|mode|category|status|done|value|currentValue|const|enum|required|format|pattern)$/.test(
    key,
  );

/** Returns the state of the region "Talk" with secrets masked in everything that is only shown. */
export function maskedState(state: TalkState, redact: Redact): TalkState {
  return shown(state, redact, false) as TalkState;
}

/** Returns what came of an order with secrets masked in everything that is only shown. */
export function maskedResult(result: TalkResult, redact: Redact): TalkResult {
  return shown(result, redact, false) as TalkResult;
}

/** Masks texts and nothing else, so that the value keeps its shape whatever keys are to be masked. */
function shown(value: unknown, redact: Redact, isHidden: boolean): unknown {
  if (typeof value === 'string') return isHidden ? mask : redact.text(value);
  if (Array.isArray(value)) return value.map((item) => shown(item, redact, isHidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => shownEntry(key, part, redact, isHidden)));
}

function shownEntry(key: string, part: unknown, redact: Redact, isHidden: boolean): readonly [string, unknown][] {
  if (isKept(key)) return [[key, part]];
  // What a field begins with would be sent back masked, so the person fills in such a field instead.
  if (key === 'default') return isHidden || isMasked(part, redact) ? [] : [[key, part]];
  if (key === 'properties') return [[key, shownFields(part, redact)]];
  const isKeyHidden = isHidden || redact.hides(key);
  if (key === 'availableCommands') return [[key, shownCommands(part, redact, isKeyHidden)]];
  return [[key, shown(part, redact, isKeyHidden)]];
}

/** The keys of these are the names of fields: a field whose values are hidden still has a title. */
function shownFields(fields: unknown, redact: Redact): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const visible = shown(field, redact, false);
      if (!redact.hides(name) || typeof visible !== 'object' || visible === null) return [name, visible];
      const { default: _, ...rest } = visible as { readonly default?: unknown };
      return [name, rest];
    }),
  );
}

/** The name of a command is what is sent to run it. */
function shownCommands(commands: unknown, redact: Redact, isHidden: boolean): unknown {
  if (!Array.isArray(commands)) return commands;
  return commands.map((command) => ({ ...(shown(command, redact, isHidden) as object), name: command.name }));
}

function isMasked(value: unknown, redact: Redact): boolean {
  return JSON.stringify(redact.value(value)) !== JSON.stringify(value);
}
