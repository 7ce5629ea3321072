import type { Turn } from '@emend/acp';
import type { McpServers } from './mcp-servers.ts';

/** What a demonstration needs besides its turn. */
export interface Stage {
  /** The beat between two steps; rejects when the turn is cancelled. */
  pause(beats?: number): Promise<void>;
  /** The value of a configuration option of this session. */
  setting(id: string): string;
  readonly servers: McpServers;
}

/** Something the demo agent can show. */
export interface Demo {
  /** The name of the slash command, without the slash. */
  readonly name: string;
  readonly description: string;
  /** What may be written after the name. */
  readonly hint?: string;
  run(turn: Turn, stage: Stage, argument: string): Promise<void>;
}

/** Lets time pass between steps, in milliseconds a beat; 0 only gives others their turn. */
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

/** Says a text word by word, as a model would. */
export async function say(message: { append(text: string): Promise<void> }, text: string, stage: Stage): Promise<void> {
  for (const [word] of text.matchAll(/\s*\S+\s*?(?=\s|$)|\s+$/g)) {
    await message.append(word);
    await stage.pause();
  }
}
