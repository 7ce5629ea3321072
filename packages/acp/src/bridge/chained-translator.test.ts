import { expect, test } from 'vitest';
import { chainedTranslator } from './chained-translator.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Message, Translation } from './outbox.ts';
import type { Translator } from './translator.ts';

const message = (id: string) => ({ jsonrpc: '2.0', id, method: 'm', params: {} }) as const;
const entry = (lost: string): LedgerEntry => ({ kind: 'loss', rule: 'malformed', direction: '1to2', lost });
const nothing: Translation = { toClient: [], toAgent: [], ledger: [] };

/** A translator that adds its name to the id of what passes it, and gives back what is called `echo`. */
function naming(name: string): Translator {
  function passed(sent: unknown, key: 'toClient' | 'toAgent'): Translation {
    const { id } = sent as { readonly id: string };
    if (id.startsWith('echo')) {
      return { ...nothing, [key === 'toClient' ? 'toAgent' : 'toClient']: [message(`${name}-${id.slice(5)}`)] };
    }
    const delayed = id.startsWith('later') ? [{ after: 5, run: () => passed(message('soon'), key) }] : undefined;
    return { ...nothing, [key]: [message(`${id}>${name}`)], ledger: [entry(`${id} at ${name}`)], delayed };
  }
  return {
    fromClient: (sent) => passed(sent, 'toAgent'),
    fromAgent: (sent) => passed(sent, 'toClient'),
    flush: () => ({ ...nothing, toClient: [message(`flushed by ${name}`)] }),
    end: () => ({ ...nothing, toClient: [message(`ended by ${name}`)], toAgent: [message(`end of ${name}`)] }),
    hasWaiting: () => name === 'far',
  };
}

const ids = (messages: readonly Message[]) => messages.map((each) => ('id' in each ? each.id : undefined));
const chain = () =>
  chainedTranslator(naming('near'), naming('far'), ({ lost, ...rest }) =>
    lost === 'a>near at far' ? undefined : { ...rest, direction: '1toN', lost },
  );

test('[BR125] what passes two translators is translated by both, and the ledger is one', () => {
  const given = chain().fromClient(message('a'));
  expect([ids(given.toClient), ids(given.toAgent)]).toEqual([[], ['a>near>far']]);
  expect(given.ledger).toEqual([{ ...entry('a at near'), direction: '1toN' }]);
  expect(ids(chain().fromAgent(message('a')).toClient)).toEqual(['a>far>near']);
});

test('[BR125] what one translator gives back goes through the other', () => {
  expect(ids(chain().fromClient(message('echo x')).toClient)).toEqual(['near-x']);
  const far = chainedTranslator(naming('near'), { ...naming('far'), fromClient: () => echoed }, (each) => each);
  const echoed: Translation = { ...nothing, toClient: [message('back')] };
  expect(ids(far.fromClient(message('a')).toClient)).toEqual(['back>near']);
});

test('[BR125] steps for later, flushes and the end go through both', () => {
  const [near, far] = chain().fromClient(message('later')).delayed ?? [];
  expect([near?.after, ids(near?.run().toAgent ?? []), ids(far?.run().toAgent ?? [])]).toEqual([
    5,
    ['soon>near>far'],
    ['soon>far'],
  ]);
  expect(ids(chain().flush().toClient)).toEqual(['flushed by far>near', 'flushed by near']);
  const ended = chain().end();
  expect(ids(ended.toClient)).toEqual(['ended by far>near', 'ended by near']);
  expect(ids(ended.toAgent)).toEqual(['end of far', 'end of near>far']);
  expect(chain().hasWaiting()).toBe(true);
});
