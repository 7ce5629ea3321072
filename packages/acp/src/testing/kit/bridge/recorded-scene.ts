import type { Side } from '../../../protocol/side.ts';

/** A message of a recorded conversation, and who sends it. */
export interface SpokenMessage {
  readonly from: Side;
  readonly message: unknown;
}

/** A conversation between a client and an agent, as either of them has it in its own dialect. */
export interface RecordedScene {
  readonly name: string;
  /** What the conversation shows. */
  readonly about: string;
  /** The rules that it shows. */
  readonly rules: readonly string[];
  /** What the agent speaks: v1, or the June draft of v2; the client speaks the other. */
  readonly from: 1 | 2;
  readonly v1: readonly SpokenMessage[];
  readonly v2: readonly SpokenMessage[];
}
