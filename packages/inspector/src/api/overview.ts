import type { Dialect } from '@emend/acp/protocol';
import type { Level } from './frame-row.ts';

/** What a recording comes from. */
export type SourceKind = 'file' | 'command' | 'proxy' | 'remote' | 'page';

/** A session of the recording. */
export interface SessionSummary {
  readonly id: string;
  readonly title?: string;
  /** How many frames name it, and the first and the last of them. */
  readonly frames: number;
  readonly first: number;
  readonly last: number;
}

/** What the title bar and the tabs show. */
export interface Overview {
  readonly source: { readonly kind: SourceKind; readonly name: string };
  readonly frames: number;
  readonly bytes: number;
  /** The time of the last frame, in milliseconds. */
  readonly duration?: number;
  /** Between 0 and 1 while the recording is read for the first time, then 1. */
  readonly progress: number;
  /** Whether frames may still come. */
  readonly isLive: boolean;
  /** What the two sides speak, as far as it is known. */
  readonly client?: Dialect;
  readonly agent?: Dialect;
  /** The first sessions, in the order of their first frames. */
  readonly sessions: readonly SessionSummary[];
  readonly sessionCount: number;
  readonly problems: Readonly<Record<Level, number>>;
  /** What limits kept from being shown, one sentence each. */
  readonly leftOut: readonly string[];
  /** Whether there is an agent to talk to. */
  readonly canTalk: boolean;
}
