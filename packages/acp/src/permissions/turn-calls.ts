import { isObject } from '../protocol/reading/guard.ts';
import { type CallFacts, noFacts, updatedFacts } from './call-facts.ts';

/** An agent with ever more tool calls must not fill the memory. Of further ones it is only known that something was said. */
const mostCalls = 5_000;
const forgotten: CallFacts = { ...noFacts, isCut: true };

const final: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/**
 * What an agent has said of its tool calls in the turn that runs. Agents use the id of a tool call again for another one, so what was said in an
 * earlier turn, or before the call ended, is no reason to allow anything.
 */
export class TurnCalls {
  readonly #calls = new Map<string, CallFacts>();

  /** Begins a turn. */
  begin(): void {
    this.#calls.clear();
  }

  /** Sees an update of the session, of any dialect and not necessarily valid. */
  see(update: unknown): void {
    if (!isObject(update) || typeof update['toolCallId'] !== 'string') return;
    const { toolCallId: id, status } = update;
    const known = this.of(id);
    if (final.has(status)) this.#calls.delete(id);
    else if (known !== forgotten) this.#calls.set(id, updatedFacts(known, update));
  }

  /** Returns what was said of a tool call. */
  of(toolCallId: string): CallFacts {
    return this.#calls.get(toolCallId) ?? (this.#calls.size < mostCalls ? noFacts : forgotten);
  }
}
