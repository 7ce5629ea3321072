import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { SetSessionConfigOptionRequest } from '../../protocol/base/generated/config-option.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connect } from '../client/connect.ts';
import { agent } from './agent.ts';
import type { AgentDefinition } from './definition.ts';
import { serve } from './serve.ts';
import type { Turn } from './turn.ts';

const cwd = '/project';

/** Everything it can do is on its prototype, and needs what is private to the instance. */
class Author implements AgentDefinition {
  readonly #model = { name: 'small' };
  readonly #closed: string[];
  #ids = 0;

  constructor(closed: string[]) {
    this.#closed = closed;
  }

  get info() {
    return { name: 'author', version: `1.${this.#ids}` };
  }

  get accepts() {
    return { image: this.#ids === 0 };
  }

  get requests() {
    return { _model: () => this.#model.name };
  }

  mintId(purpose: string): string {
    return `${purpose}-${++this.#ids}`;
  }

  newSession() {
    return { configOptions: this.#options() };
  }

  listSessions() {
    return { sessions: [{ sessionId: this.#model.name, cwd }] };
  }

  closeSession({ id }: { readonly id: string }) {
    this.#closed.push(id);
  }

  setConfigOption({ value }: SetSessionConfigOptionRequest) {
    this.#model.name = String(value);
    return this.#options();
  }

  async prompt(turn: Turn) {
    await turn.message().append(this.#model.name);
  }

  #options(): readonly SessionConfigOption[] {
    const options = ['small', 'large'].map((value) => ({ value, name: value }));
    return [{ type: 'select', id: 'model', name: 'Model', currentValue: this.#model.name, options }];
  }
}

class DurableAuthor extends Author {
  readonly sessions = { log: new MemoryLog() };
}

test.each([
  ['in memory', Author],
  ['durable', DurableAuthor],
])('[RO8] an agent may be an instance of a class, which has all of its members (%s)', async (_, AuthorClass) => {
  const closed: string[] = [];
  const [near, far] = memoryPair();
  serve(agent(new AuthorClass(closed)), far);
  const client = await connect(near);
  expect(client.info).toEqual({ name: 'author', version: '1.0' });
  expect(client.agent.capabilities?.session?.prompt).toEqual({ image: {} });
  const session = await client.newSession({ cwd });
  expect(session.id).toBe('session-1');
  await session.setConfigOption('model', 'large');
  await session.prompt('go');
  expect(session.state.messages.toArray().map(({ messageId }) => messageId)).toEqual(['message-2', 'message-3']);
  expect(session.state.messages.at(1)?.content.toArray()).toEqual([{ type: 'text', text: 'large' }]);
  expect(await client.request('_model')).toBe('large');
  expect(await client.listSessions()).toEqual({ sessions: [{ sessionId: 'large', cwd }] });
  await session.close();
  expect(closed).toEqual(['session-1']);
  await client.close();
});
