import { type Side, translator } from '@emend/acp/bridge';
import { kindOf } from '@emend/acp/jsonrpc';
import { mutated } from './mutation.ts';
import { conversations, partsOf } from './seeds.ts';
import { type FuzzTarget, must } from './target.ts';

/** Who speaks which version, and what they say. */
interface BridgeInput {
  readonly client: 1 | 2;
  readonly rewrite: 'reissue' | 'clear' | 'separator' | 'hold' | 'error';
  readonly said: readonly { readonly from: string; readonly message: unknown }[];
}

const seeds = conversations.flatMap(({ said }) => said.map(({ message }) => message)).flatMap(partsOf);
const rewrites = ['reissue', 'clear', 'separator', 'hold', 'error'] as const;

/** The ids of requests, or of answers, among what passes; batches included. */
function idsOf(message: unknown, kind: 'request' | 'response'): string[] {
  if (Array.isArray(message)) return message.flatMap((entry) => (Array.isArray(entry) ? [] : idsOf(entry, kind)));
  return kindOf(message) === kind ? [JSON.stringify((message as { id: unknown }).id)] : [];
}

/** Answers that one side gets although it asked no such thing, or got the answer before. */
class Answers {
  readonly #open = new Map<string, number>();

  ask(message: unknown): void {
    for (const id of idsOf(message, 'request')) this.#open.set(id, (this.#open.get(id) ?? 0) + 1);
  }

  /** False for an answer too many; those to what cannot be read go to id null. */
  answer(message: unknown): boolean {
    return idsOf(message, 'response').every((id) => {
      const open = this.#open.get(id) ?? 0;
      this.#open.set(id, open - 1);
      return open > 0 || id === 'null';
    });
  }
}

/** The bridge: it never throws, sends only messages that can be written, and answers nothing twice. */
export const bridge: FuzzTarget<BridgeInput> = {
  name: 'bridge',
  make(chance) {
    const client = chance.pick([1, 2] as const);
    const mine = conversations.filter((each) => each.client === client);
    const said = Array.from({ length: chance.between(1, 3) }, () => chance.pick(mine).said).flat();
    return {
      client,
      rewrite: chance.pick(rewrites),
      said: said.map(({ from, message }) => ({
        from,
        message: chance.percent(50) ? mutated(message, chance, seeds) : message,
      })),
    };
  },
  run({ client, rewrite, said }) {
    const between = translator({ client, rewrite });
    // Answers that a side makes up itself are passed on; only those that follow from nothing are ours.
    const sides: Readonly<Record<Side, Answers>> = { client: new Answers(), agent: new Answers() };
    const given: Record<Side, Map<string, number>> = { client: new Map(), agent: new Map() };
    const take = ({ toClient, toAgent }: ReturnType<typeof between.end>) => {
      for (const [side, messages] of [['client', toClient] as const, ['agent', toAgent] as const]) {
        for (const message of messages) {
          must(typeof JSON.stringify(message) === 'string', 'a message that cannot be written');
          const strays = given[side];
          const stray = idsOf(message, 'response').find((id) => (strays.get(id) ?? 0) > 0);
          if (stray !== undefined) strays.set(stray, (strays.get(stray) ?? 0) - 1);
          must(stray !== undefined || sides[side].answer(message), `an answer too many for the ${side}`, message);
        }
      }
    };
    for (const { from, message } of said) {
      const side: Side = from === 'client' ? 'client' : 'agent';
      const other: Side = side === 'client' ? 'agent' : 'client';
      sides[side].ask(message);
      for (const id of idsOf(message, 'response')) given[other].set(id, (given[other].get(id) ?? 0) + 1);
      take(side === 'client' ? between.fromClient(message) : between.fromAgent(message));
    }
    take(between.flush());
    take(between.end());
  },
};
