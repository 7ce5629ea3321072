import type { Dialect } from '../../protocol/dialects.ts';
import { inputLineOf } from '../input-line.ts';
import { Linter, type LinterOptions } from '../lint/linter.ts';

/** A frame of a recording: who sent what, and when. */
export interface Sent {
  readonly at?: number;
  readonly from: 'client' | 'agent' | 'stderr';
  readonly message?: unknown;
  readonly text?: string;
}

/** What the linter says of a recording, as `FRAME rule`. */
export function findingsOf(dialect: Dialect, sent: readonly Sent[], options: LinterOptions = {}): string[] {
  const linter = new Linter(dialect, options);
  const findings = sent.flatMap((one, index) => [...linter.read(inputLineOf(index + 1, { at: index, ...one }))]);
  return [...findings, ...linter.end()].map(({ rule, frame }) => `${frame} ${rule}`).sort(byFrame);
}

function byFrame(left: string, right: string): number {
  return Number.parseInt(left, 10) - Number.parseInt(right, 10) || (left < right ? -1 : 1);
}

type Json = Readonly<Record<string, unknown>>;

const sent = (from: Sent['from'], message: Json): Sent => ({ from, message: { jsonrpc: '2.0', ...message } });

/** A request of the client. */
export const asks = (id: unknown, method: string, params: Json = {}): Sent => sent('client', { id, method, params });
/** A request of the agent. */
export const agentAsks = (id: unknown, method: string, params: Json = {}): Sent =>
  sent('agent', { id, method, params: { sessionId: 's', ...params } });
/** An answer of the agent. */
export const answers = (id: unknown, result: unknown = {}): Sent => sent('agent', { id, result });
/** An answer of the agent with an error. */
export const refuses = (id: unknown): Sent => sent('agent', { id, error: { code: -32000, message: 'no' } });
/** An answer of the client. */
export const clientAnswers = (id: unknown, result: unknown): Sent => sent('client', { id, result });
/** A notification of the client. */
export const cancels = (): Sent => sent('client', { method: 'session/cancel', params: { sessionId: 's' } });
/** An update of the session `s`. */
export const updates = (sessionUpdate: string, fields: Json = {}): Sent =>
  sent('agent', { method: 'session/update', params: { sessionId: 's', update: { sessionUpdate, ...fields } } });
/** A prompt to the session `s`. */
export const prompts = (id: unknown, text = 'hi'): Sent =>
  asks(id, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text }] });
/** A text block. */
export const text = (value: string): Json => ({ type: 'text', text: value });
/** A frame at a time. */
export const at = (time: number, one: Sent): Sent => ({ ...one, at: time });
