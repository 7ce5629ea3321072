import { isWritableMessage } from '@emend/acp/protocol';
import { type RecordingEntry, tooDeep } from '@emend/acp/recording';
import { readInput } from '../input/read-input.ts';
import { Problem } from '../output/problem.ts';

/** The parts of a recorded JSON-RPC message that a replay reads. */
export interface RecordedMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly [key: string]: unknown;
}

/** One step of a recording: the client sent a request or an answer, or the agent sent or printed something. */
export type Step =
  | {
      readonly type: 'request';
      readonly at: number;
      readonly id: unknown;
      readonly method: string;
      readonly params?: unknown;
    }
  | { readonly type: 'answer'; readonly at: number; readonly id: unknown }
  | { readonly type: 'cancel'; readonly at: number }
  | { readonly type: 'say'; readonly at: number; readonly message: RecordedMessage }
  | { readonly type: 'print'; readonly at: number; readonly text: string };

/** Reads a recording as steps of a replay. Notifications of the client are left out, since a replay does not wait for them. */
export async function readScript(file: string): Promise<Step[]> {
  const steps: Step[] = [];
  let entries = 0;
  for await (const batch of readInput(file)) {
    for (const line of batch) {
      if (line.kind === 'problem')
        throw new Problem(
          `${file} is not a recording: line ${line.line}: expected ${line.expected}, found ${line.found}.`,
        );
      if (line.kind === 'warning') continue;
      if (line.entry === undefined)
        throw new Problem(
          `${file} is not a recording: line ${line.line} does not name its sender. emend record makes recordings.`,
        );
      if (!isWritableMessage(line.entry.message)) throw new Problem(`${file}: line ${line.line}: ${tooDeep}.`);
      entries++;
      // One by one: a batch may have more messages than a call can have arguments.
      for (const step of stepsOf(line.entry)) steps.push(step);
    }
  }
  if (entries === 0) throw new Problem(`${file} is empty.`);
  return steps;
}

function stepsOf({ at, from, message, text }: RecordingEntry): Step[] {
  if (message === undefined) return text === undefined || from === 'client' ? [] : [{ type: 'print', at, text }];
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.flatMap((each): Step[] => {
    if (typeof each !== 'object' || each === null) return [];
    const known = each as RecordedMessage;
    if (from === 'agent') return [{ type: 'say', at, message: known }];
    if (known.method === 'session/cancel') return [{ type: 'cancel', at }];
    if (known.id === undefined) return [];
    if (known.method === undefined) return [{ type: 'answer', at, id: known.id }];
    return [{ type: 'request', at, id: known.id, method: known.method, params: known['params'] }];
  });
}
