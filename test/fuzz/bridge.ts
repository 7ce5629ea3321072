import { translator } from '@emend/acp/bridge';
import { otherSide, type Side } from '@emend/acp/protocol';
import { Account } from './accounts.ts';
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

/** The bridge: it never throws, sends only messages that can be written, answers all that was asked once, and asks nothing itself. */
export const bridge: FuzzTarget<BridgeInput> = {
  name: 'bridge',
  cases: 2_000,
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
    const dialects =
      client === 1 ? ({ client: 'v1', agent: 'june' } as const) : ({ client: 'june', agent: 'v1' } as const);
    const between = translator({ ...dialects, rewrite });
    const accounts: Readonly<Record<Side, Account>> = { client: new Account(), agent: new Account() };
    const take = ({ toClient, toAgent }: ReturnType<typeof between.end>) => {
      for (const [side, messages] of [['client', toClient] as const, ['agent', toAgent] as const]) {
        for (const message of messages) {
          must(typeof JSON.stringify(message) === 'string', 'a message that cannot be written');
          must(accounts[otherSide(side)].othersGets(message), `the ${side} is asked what nobody asked`, message);
          must(accounts[side].gets(message), `an answer too many for the ${side}`, message);
        }
      }
    };
    for (const { from, message } of said) {
      const side: Side = from === 'client' ? 'client' : 'agent';
      accounts[side].sends(message);
      accounts[otherSide(side)].othersSends(message);
      take(side === 'client' ? between.fromClient(message) : between.fromAgent(message));
    }
    take(between.flush());
    take(between.end());
    for (const side of ['client', 'agent'] as const) {
      const { forgotten } = accounts[side];
      must(forgotten.length === 0, `the ${side} gets no answer`, forgotten);
    }
  },
};
