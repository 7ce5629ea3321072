import type { Turn } from '@emend/acp';
import type { McpServers } from './mcp-servers.ts';

/** What a demo gets besides its turn. */
export interface Stage {
  /** Waits between two steps; rejects when the turn is cancelled. */
  pause(beats?: number): Promise<void>;
  /** Returns a function that waits in the same way until a signal aborts, for work that goes on after the turn. */
  pauseUntil(signal: AbortSignal): Stage['pause'];
  /** Returns the value of a configuration option of this session. */
  setting(id: string): string;
  readonly servers: McpServers;
}

/** A slash command of the demo agent. */
export interface Demo {
  /** The name of the slash command, without the slash. */
  readonly name: string;
  readonly description: string;
  /** Describes the argument after the name. */
  readonly hint?: string;
  run(turn: Turn, stage: Stage, argument: string): Promise<void>;
}

/** Returns a function that waits the given milliseconds per beat; 0 only yields to other tasks. */
export function pacing(milliseconds: number, signal: AbortSignal): Stage['pause'] {
  return async (beats = 1) => {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(milliseconds * beats, 60_000),
      );
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
    });
  };
}

/** Streams a text word by word, as a model would. */
export async function say(message: { append(text: string): Promise<void> }, text: string, stage: Stage): Promise<void> {
  for (const [word] of text.matchAll(/\s*\S+\s*?(?=\s|$)|\s+$/g)) {
    await message.append(word);
    await stage.pause();
  }
}
