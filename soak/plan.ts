/** What goes wrong on the agent's side in a turn. */
export const agentFaults = [
  'kill',
  'cut',
  'exit',
  'malformed',
  'duplicate-answers',
  'unasked-answers',
  'busy',
  'clock-jump',
  'full-disk',
  'stray-output',
  'child-process',
  'follower-io',
  'noisy-stderr',
] as const;

/** A fault that the agent injects on request. */
export type AgentFault = (typeof agentFaults)[number];

/** What an agent is to do in a turn; it is the text of the prompt. */
export interface TurnPlan {
  /** The number of the turn in the run, which is part of all its text. */
  readonly turn: number;
  readonly chunks: number;
  readonly size: number;
  /** Whether the message is replaced half way. */
  readonly replaces: boolean;
  readonly usesTool: boolean;
  readonly asks: boolean;
  /** Whether it waits to be cancelled after its last chunk. */
  readonly waits: boolean;
  /** Whether the log of the session is followed meanwhile. */
  readonly follows: boolean;
  readonly fault?: AgentFault;
}

/** The text of one chunk: it says which it is, so that a lost or moved one shows. */
export function chunkText({ turn, size }: TurnPlan, index: number): string {
  return `[${turn}.${index}]`.padEnd(size, '·');
}

/** After which chunk the message is replaced. */
export function replacedAt({ chunks }: TurnPlan): number {
  return chunks >> 1;
}

/** Returns the text that replaces the message. */
export function replacement({ turn }: TurnPlan): string {
  return `[${turn} replaced]`;
}

/** What the message says before it is replaced, and at the end. */
export function textsOf(plan: TurnPlan): { readonly first: string; readonly last: string } {
  const chunks = Array.from({ length: plan.chunks }, (_, index) => chunkText(plan, index));
  if (!plan.replaces) return { first: chunks.join(''), last: chunks.join('') };
  const at = replacedAt(plan);
  return { first: chunks.slice(0, at).join(''), last: replacement(plan) + chunks.slice(at).join('') };
}
