import { expect, test } from 'vitest';
import { object } from '../../test-support/json.ts';
import { talk, text } from '../../test-support/talk.ts';

/**
 * Plays a conversation written as short words, and returns the answers that the June client gets, each with the word that
 * brought it.
 *
 * `>1` prompt 1; `<1:u1` its answer with a message id; `<1:{}` without one; `<1:-32800` its error; `echo:u1` its message;
 * `run`, `ask`, `idle`, `idle:reason` state updates; `idle!` an error stop; `cancel`, `close`.
 */
function play(words: string) {
  const { fromClient, fromAgent, rules, seen } = talk({ client: 'june', agent: 'november' });
  const told: string[] = [];
  const state = (fields: object) => fromAgent(update({ sessionUpdate: 'state_update', ...fields }));
  const update = (fields: object) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: fields },
  });
  const step = (word: string): { readonly client: readonly unknown[] } => {
    const [name, value] = word.split(':') as [string, string | undefined];
    if (word.startsWith('>')) {
      const params = { sessionId: 's', prompt: [text(word)] };
      return fromClient({ jsonrpc: '2.0', id: Number(name.slice(1)), method: 'session/prompt', params });
    }
    if (word.startsWith('<')) {
      const id = Number(name.slice(1));
      if (value === '{}') return fromAgent({ jsonrpc: '2.0', id, result: {} });
      const code = Number(value);
      if (Number.isNaN(code)) return fromAgent({ jsonrpc: '2.0', id, result: { messageId: value } });
      return fromAgent({ jsonrpc: '2.0', id, error: { code, message: 'No' } });
    }
    if (name === 'echo') {
      const chunk = { sessionUpdate: 'user_message_chunk', messageId: value, content: text('x') };
      return fromAgent(update(chunk));
    }
    if (name === 'run') return state({ state: 'running' });
    if (name === 'ask') return state({ state: 'requires_action' });
    if (name === 'odd') return state({ state: '_odd' });
    if (name === 'idle!')
      return state({ state: 'idle', stopReason: 'error', error: { code: -32603, message: 'Broken' } });
    if (name === 'idle') return state(value === undefined ? { state: 'idle' } : { state: 'idle', stopReason: value });
    if (name === 'cancel') return fromClient({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });
    if (name === 'close')
      return fromClient({ jsonrpc: '2.0', id: 99, method: 'session/close', params: { sessionId: 's' } });
    if (name === 'closed') return fromAgent({ jsonrpc: '2.0', id: 99, result: {} });
    throw new Error(word);
  };
  for (const word of words.split(' ')) {
    for (const message of step(word).client) {
      const { method, id, result, error } = object(message);
      if (method === 'session/update') continue;
      const answer = error === undefined ? (object(result)['stopReason'] ?? 'ok') : object(error)['code'];
      told.push(`${id} ${answer} at ${word}`);
    }
  }
  const states = seen.client.filter((message) => JSON.stringify(message).includes('state_update'));
  expect(states).toEqual([]);
  return { told, rules: rules() };
}

const orders: [name: string, words: string, told: string[], rules?: string[]][] = [
  ['the message, the answer, running', '>1 echo:u1 <1:u1 run idle:end_turn', ['1 end_turn at idle:end_turn']],
  ['running, the message, the answer', '>1 run echo:u1 <1:u1 idle:end_turn', ['1 end_turn at idle:end_turn']],
  ['the message after the answer', '>1 <1:u1 run echo:u1 idle:end_turn', ['1 end_turn at idle:end_turn']],
  ['no message at all', '>1 <1:u1 run idle:end_turn', ['1 end_turn at idle:end_turn']],
  ['the answer after idle', '>1 run echo:u1 idle:max_tokens <1:u1', ['1 max_tokens at <1:u1']],
  [
    'a held prompt',
    '>1 echo:u1 <1:u1 run >2 idle:refusal echo:u2 <2:u2 run idle:end_turn',
    ['1 refusal at idle:refusal', '2 end_turn at idle:end_turn'],
  ],
  [
    'a held prompt that is answered after its work',
    '>1 echo:u1 <1:u1 run >2 idle:refusal echo:u2 run idle:end_turn <2:u2',
    ['1 refusal at idle:refusal', '2 end_turn at <2:u2'],
  ],
  [
    'a prompt that steers the work of another',
    '>1 echo:u1 <1:u1 run >2 echo:u2 <2:u2 idle:end_turn',
    ['1 end_turn at idle:end_turn', '2 end_turn at idle:end_turn'],
  ],
  [
    'work that nobody prompted',
    'run idle:end_turn >1 echo:u1 <1:u1 run idle:refusal',
    ['1 refusal at idle:refusal'],
    ['state'],
  ],
  [
    'work that nobody prompted, and a prompt held behind it',
    'run >1 idle:end_turn echo:u1 <1:u1 run idle:refusal',
    ['1 refusal at idle:refusal'],
    ['state'],
  ],
  ['a snapshot before running', '>1 echo:u1 <1:u1 idle run idle:end_turn', ['1 end_turn at idle:end_turn']],
  ['no running at all', '>1 echo:u1 <1:u1 idle:end_turn', ['1 end_turn at idle:end_turn']],
  ['no running at all, and the answer last', '>1 echo:u1 idle:end_turn <1:u1', ['1 end_turn at <1:u1']],
  [
    'the cancel of a held prompt',
    '>1 echo:u1 <1:u1 run >2 cancel <2:-32800 idle:cancelled',
    ['2 cancelled at <2:-32800', '1 cancelled at idle:cancelled'],
  ],
  [
    'a prompt after the cancel',
    '>1 echo:u1 <1:u1 run cancel >2 idle:cancelled echo:u2 <2:u2 run idle:end_turn',
    ['1 cancelled at idle:cancelled', '2 end_turn at idle:end_turn'],
  ],
  ['an error stop', '>1 run echo:u1 <1:u1 idle!', ['1 -32603 at idle!']],
  ['no stop reason', '>1 run <1:u1 idle', ['1 end_turn at idle'], ['stop-reason']],
  ['an answer without an id', '>1 run <1:{} idle:end_turn', ['1 end_turn at idle:end_turn']],
  [
    'a held prompt that is merged with the next',
    '>1 <1:u1 run >2 >3 idle:end_turn echo:u2 <2:u2 run idle:end_turn echo:u3 <3:u3 run idle:refusal',
    ['1 end_turn at idle:end_turn', '2 end_turn at idle:end_turn', '3 refusal at idle:refusal'],
  ],
  [
    'an answer after several completions',
    '>1 run echo:u1 idle:end_turn run idle:refusal <1:u1',
    ['1 refusal at <1:u1'],
  ],
  ['a refused prompt', '>1 run <1:-32002 idle:end_turn', ['1 -32002 at <1:-32002']],
  ['a withdrawn prompt that was not cancelled', '>1 <1:-32800', ['1 -32800 at <1:-32800']],
  ['two idles', '>1 <1:u1 run idle:refusal idle:end_turn', ['1 refusal at idle:refusal']],
  [
    'two idles, then another prompt',
    '>1 <1:u1 run idle:refusal idle:refusal >2 <2:u2 run idle:end_turn',
    ['1 refusal at idle:refusal', '2 end_turn at idle:end_turn'],
  ],
  ['running for ever', '>1 <1:u1 run run run', []],
  ['running for ever, cancelled', '>1 <1:u1 run run cancel idle:cancelled', ['1 cancelled at idle:cancelled']],
  [
    'a person is needed, but nothing is asked',
    '>1 <1:u1 run ask run idle:end_turn',
    ['1 end_turn at idle:end_turn'],
    ['state'],
  ],
  ['an unknown state is not idle', '>1 <1:u1 odd idle:end_turn', ['1 end_turn at idle:end_turn'], ['state']],
  [
    'closed by an agent that does not report the end',
    '>1 <1:u1 run close closed',
    ['1 cancelled at closed', '99 ok at closed'],
    ['stop-reason'],
  ],
  ['inserted after the close', '>1 close closed <1:u1', ['99 ok at closed', '1 cancelled at <1:u1'], ['stop-reason']],
  [
    'six prompts as one official agent reports them',
    '>1 echo:a <1:a run idle:end_turn >2 echo:b <2:b run cancel idle:cancelled >3 echo:c <3:c run >4 cancel <4:-32800 idle:cancelled >5 cancel <5:-32800 >6 <6:-32002',
    [
      '1 end_turn at idle:end_turn',
      '2 cancelled at idle:cancelled',
      '4 cancelled at <4:-32800',
      '3 cancelled at idle:cancelled',
      '5 cancelled at <5:-32800',
      '6 -32002 at <6:-32002',
    ],
  ],
  [
    'six prompts as the other reports them',
    '>1 run echo:a <1:a idle:end_turn >2 run echo:b <2:b cancel run idle:cancelled >3 run echo:c <3:c >4 cancel <4:-32800 run idle:cancelled >5 run cancel <5:-32800 idle:cancelled >6 <6:-32002',
    [
      '1 end_turn at idle:end_turn',
      '2 cancelled at idle:cancelled',
      '4 cancelled at <4:-32800',
      '3 cancelled at idle:cancelled',
      '5 cancelled at <5:-32800',
      '6 -32002 at <6:-32002',
    ],
  ],
];

test.each(orders)('[BR140] [N91] [N92] each prompt is answered once: %s', (_name, words, told, rules) => {
  expect(play(words)).toEqual({ told, rules: rules ?? [] });
});
