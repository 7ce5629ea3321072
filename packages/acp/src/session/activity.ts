import type { BackgroundWork } from '../protocol/november/generated/state.ts';

/** An error that ended work, as the agent reported it. */
export interface WorkError {
  /** Undefined if only the message is known. */
  readonly code?: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What the agent is doing in a session. */
export interface Activity {
  /** `idle`, `running`, `requires_action`, or a state that the protocol does not define. Everything but `idle` is busy. */
  readonly state: string;
  /** Whether the protocol defines the state. */
  readonly isKnown: boolean;
  /** Why the work ended, if it is idle and the agent said so. */
  readonly stopReason?: string;
  /** What ended the work, if the stop reason is `error`. */
  readonly error?: WorkError;
  /** All work in the background. Undefined: not known. Empty: none. */
  readonly background?: readonly BackgroundWork[];
}

/** A span of work in the foreground. */
export interface Work {
  /** The length of the timeline when the work began. */
  readonly start: number;
  /** The length of the timeline when it ended; undefined while it goes on. */
  readonly end: number | undefined;
  /** The numbers of the turns whose prompts it is about; empty for work that nobody asked for. */
  readonly prompts: readonly number[];
  readonly stopReason: string | undefined;
  readonly error: WorkError | undefined;
}

/** The agent does nothing and has not said why. */
export const idle: Activity = Object.freeze({ state: 'idle', isKnown: true });

/** The agent works. */
export const running: Activity = Object.freeze({ state: 'running', isKnown: true });

/** The agent waits for an answer of the user. */
export const requiresAction: Activity = Object.freeze({ state: 'requires_action', isKnown: true });
