import type { Dialect } from '../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import type { Transport } from '../../transport/transport.ts';

const info = { name: 'plain', version: '1' };
const text = (words: string) => ({ type: 'text', text: words });

/** The answer to `initialize` of an agent that speaks one dialect only. */
const handshakes: Readonly<Record<Dialect, object>> = {
  v1: {
    protocolVersion: 1,
    agentInfo: info,
    agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
  },
  june: {
    protocolVersion: 2,
    agentInfo: info,
    capabilities: { session: { load: {}, list: {}, resume: {}, close: {} } },
  },
  november: { protocolVersion: 2, info, capabilities: { session: {} } },
};

/**
 * An agent that writes frames of one dialect. A prompt is what it does: `ask` asks for permission, `wait` goes on until it is
 * cancelled.
 */
export class PlainAgent {
  readonly #dialect: Dialect;
  readonly #transport: Transport;
  readonly #asked = new Map<number, (result: JsonObject) => void>();
  #questions = 0;
  #prompts = 0;
  #cancel = (): void => {};

  constructor(dialect: Dialect, transport: Transport) {
    this.#dialect = dialect;
    this.#transport = transport;
    void this.#read();
  }

  async #read(): Promise<void> {
    for await (const batch of this.#transport.frames) for (const frame of batch) this.#take(JSON.parse(String(frame)));
  }

  #take({ id, method, params, result }: JsonObject): void {
    const asked = isObject(params) ? params : {};
    switch (method) {
      case undefined:
        this.#asked.get(id as number)?.(isObject(result) ? result : {});
        break;
      case 'initialize':
        this.#send({ id, result: handshakes[this.#dialect] });
        break;
      case 'session/new':
        this.#send({ id, result: { sessionId: 's' } });
        break;
      case 'session/list':
        this.#send({ id, result: { sessions: [{ sessionId: 's', cwd: '/w' }] } });
        break;
      case 'session/load':
      case 'session/resume':
        this.#reopen(id, method === 'session/load' || isObject(asked['replayFrom']));
        break;
      case 'session/close':
        this.#send({ id, result: {} });
        break;
      case 'session/cancel':
        this.#cancel();
        break;
      case 'session/prompt':
        void this.#prompt(id, asked['prompt'] as readonly { readonly text: string }[]);
        break;
    }
  }

  #reopen(id: unknown, replays: boolean): void {
    if (replays) {
      this.#update({ sessionUpdate: 'user_message_chunk', messageId: 'old-user', content: text('before') });
      this.#say('old-agent', 'said before');
    }
    if (this.#dialect === 'november') this.#update({ sessionUpdate: 'state_update', state: 'idle' });
    this.#send({ id, result: {} });
  }

  async #prompt(id: unknown, prompt: readonly { readonly text: string }[]): Promise<void> {
    const isOwn = this.#dialect === 'november';
    const number = ++this.#prompts;
    if (isOwn) {
      const messageId = `user-${number}`;
      this.#update({ sessionUpdate: 'user_message', messageId, content: prompt });
      this.#send({ id, result: { messageId } });
      this.#update({ sessionUpdate: 'state_update', state: 'running' });
    }
    const stopReason = await (prompt[0]?.text === 'ask' ? this.#ask() : this.#wait(number));
    if (isOwn) this.#update({ sessionUpdate: 'state_update', state: 'idle', stopReason });
    else this.#send({ id, result: { stopReason } });
  }

  async #wait(number: number): Promise<string> {
    this.#say(`waiting-${number}`, 'waiting');
    await new Promise<void>((resolve) => {
      this.#cancel = resolve;
    });
    return 'cancelled';
  }

  async #ask(): Promise<string> {
    const isOwn = this.#dialect === 'november';
    const toolCall = { toolCallId: 'c', title: 'Write out.txt', kind: 'edit', status: 'pending' };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    this.#update({ sessionUpdate: this.#dialect === 'v1' ? 'tool_call' : 'tool_call_update', ...toolCall });
    if (isOwn) this.#update({ sessionUpdate: 'state_update', state: 'requires_action' });
    const about = isOwn ? { title: 'Write out.txt', subject: { type: 'tool_call', toolCall } } : { toolCall };
    const { outcome } = await this.#request('session/request_permission', { sessionId: 's', ...about, options });
    if (isOwn) this.#update({ sessionUpdate: 'state_update', state: 'running' });
    this.#update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' });
    this.#say('done', `done: ${isObject(outcome) && outcome['optionId']}`);
    return 'end_turn';
  }

  #say(messageId: string, words: string): void {
    this.#update({ sessionUpdate: 'agent_message_chunk', messageId, content: text(words) });
  }

  #request(method: string, params: object): Promise<JsonObject> {
    const id = this.#questions++;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }

  #update(update: object): void {
    this.#send({ method: 'session/update', params: { sessionId: 's', update } });
  }

  #send(message: object): void {
    void this.#transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}
