import type { Chance } from '../chance.ts';
import { after } from '../waiting.ts';
import type { Transcript } from './transcript.ts';
import type { Token } from './turn-order.ts';

/** How a prompt ended: answered with a stop reason, or failed; refused by a server, it has the code of the error. */
export type PromptEnd = { readonly stopReason: string } | { readonly failure: string; readonly code?: number };

/** What a client shows of a session. */
export interface Shown {
  readonly tokens: readonly Token[];
  /** Everything that the dialect of the client tells, for an exact comparison; undefined where only the tokens count. */
  readonly whole: string | undefined;
  /** The keys of prompts that the client is not told because they are its own; a v1 client is not. */
  readonly untold: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** What a client without a session shows. */
export const nothing: Shown = { tokens: [], whole: undefined, untold: none };

/** One client of a session, wherever it is connected. It comes back by itself when its connection is lost. */
export interface Seat {
  readonly name: string;
  /** Whether it has the session open now. */
  readonly isHere: boolean;
  /** Opens a new session and returns its id. */
  open(): Promise<string>;
  /** Connects, and loads the session. Tries all nodes until one of them lets it. */
  join(sessionId: string): Promise<void>;
  /** Loads the session again on the connection that it has. */
  reload(): Promise<void>;
  prompt(text: string): Promise<PromptEnd>;
  cancel(): void;
  shown(): Shown;
  /** Deletes the session. */
  remove(): Promise<void>;
  /** Disconnects for as long as nobody calls `join`. */
  leave(): Promise<void>;
}

/** What seats need of their process. */
export interface SeatParts {
  readonly urls: readonly string[];
  readonly chance: Chance;
  readonly transcript: Transcript;
  /** Returns the answer to a question, or undefined to abstain. */
  answer(options: readonly string[]): Promise<string | undefined>;
  see(what: string): void;
  /** Keeps the longest duration of this, in milliseconds. */
  time(what: string, milliseconds: number): void;
}

/** Returns a server that can be used, by chance; tries them until one of them is. */
export async function readyUrl({ urls, chance }: SeatParts, patience = 60_000): Promise<string> {
  const deadline = performance.now() + patience;
  for (;;) {
    const url = chance.pick(urls);
    const response = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok === true) return url;
    if (performance.now() > deadline) throw new Error('no server is ready');
    await after(200);
  }
}
