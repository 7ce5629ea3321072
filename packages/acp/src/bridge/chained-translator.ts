import type { LedgerEntry } from './ledger.ts';
import { addDelayed, type ChunkRun, type Outbox, outbox, runFrom, type Translation } from './outbox.ts';
import type { Translator } from './translator.ts';

/** Returns the entry that the ledger of both gets for an entry of one of the two; `undefined` if the other has undone what it says. */
type Renamed = (entry: LedgerEntry) => LedgerEntry | undefined;

/** Returns the run of chunks that cross alike on both ways. */
function bothRuns(one: ChunkRun | undefined, other: ChunkRun | undefined): ChunkRun | undefined {
  if (one?.wrote === undefined || other?.wrote === undefined) return one && other && { ...one, ...other };
  const [first, second] = [one.wrote, other.wrote];
  return {
    wrote(text) {
      first(text);
      second(text);
    },
  };
}

/** Returns a translator made of two: one beside the client and one beside the agent, with a dialect in common between them. */
export function chainedTranslator(nearClient: Translator, nearAgent: Translator, renamed: Renamed): Translator {
  function takeRest({ ledger, faults, delayed }: Translation, out: Outbox, route: typeof routeFromClient): void {
    for (const entry of ledger) {
      const known = renamed(entry);
      if (known !== undefined) out.ledger.push(known);
    }
    if (faults !== undefined) out.faults = [...(out.faults ?? []), ...faults];
    for (const { after, run } of delayed ?? []) addDelayed(out, { after, run: () => routed(run(), route) });
  }

  /** Passes on what the translator beside the client gave. */
  function routeFromClient(given: Translation, out: Outbox): void {
    takeRest(given, out, routeFromClient);
    for (const message of given.toClient) out.toClient.push(message);
    out.run = runFrom(given);
    for (const message of given.toAgent) routeFromAgent(nearAgent.fromClient(message), out);
  }

  /** Passes on what the translator beside the agent gave. */
  function routeFromAgent(given: Translation, out: Outbox): void {
    takeRest(given, out, routeFromAgent);
    for (const message of given.toAgent) out.toAgent.push(message);
    for (const message of given.toClient) routeFromClient(nearClient.fromAgent(message), out);
    out.run = bothRuns(runFrom(given), out.run);
  }

  function routed(given: Translation, route: typeof routeFromClient): Translation {
    const out = outbox();
    route(given, out);
    return out;
  }

  function both(step: 'flush' | 'end'): Translation {
    const out = outbox();
    routeFromAgent(nearAgent[step](), out);
    routeFromClient(nearClient[step](), out);
    return out;
  }

  return {
    fromClient: (message) => routed(nearClient.fromClient(message), routeFromClient),
    fromAgent: (message, size) => routed(nearAgent.fromAgent(message, size), routeFromAgent),
    flush: () => both('flush'),
    end: () => both('end'),
    hasWaiting: () => nearAgent.hasWaiting() || nearClient.hasWaiting(),
  };
}
