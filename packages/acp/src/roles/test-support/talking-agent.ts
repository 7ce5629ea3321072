import { Peer } from '../../jsonrpc/peer.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';

type Json = Readonly<Record<string, unknown>>;

const info = { name: 'talking', version: '1' };
const handshakes: Readonly<Record<Dialect, object>> = {
  v1: {
    protocolVersion: 1,
    agentInfo: info,
    agentCapabilities: { loadSession: true, promptCapabilities: { image: true } },
  },
  june: { protocolVersion: 2, agentInfo: info, capabilities: { session: { prompt: { image: {} }, load: {} } } },
  november: { protocolVersion: 2, info, capabilities: { session: { prompt: { image: {} } } } },
};

const allow = { optionId: 'y', name: 'Yes', kind: 'allow_once', _meta: { option: 1 } };
const reject = { optionId: 'n', name: 'No', kind: 'reject_once' };

/** The client's end of an agent that speaks one dialect only and, when it is prompted `all`, uses everything that agents have. */
export function talkingAgent(dialect: Dialect): Transport {
  const [near, far] = memoryPair();
  const sessionId = 's';
  const isV1 = dialect === 'v1';
  const isNovember = dialect === 'november';
  let cancelled = (): void => {};
  let prompts = 0;

  const update = (told: Json): void => void peer.notify('session/update', { sessionId, update: told });
  const chunk = (kind: 'agent_message' | 'agent_thought', said: string, rest: Json = {}): void =>
    update({
      sessionUpdate: `${kind}_chunk`,
      ...(!isV1 && { messageId: `${kind} ${prompts}` }),
      content: { type: 'text', text: said },
      ...rest,
    });
  const options = (value: string): Json => ({
    configOptions: [
      {
        type: 'select',
        [isNovember ? 'configId' : 'id']: 'm',
        name: 'Model',
        currentValue: value,
        options: [
          { value: 'a', name: 'A' },
          { value: 'b', name: 'B', _meta: { choice: 1 } },
        ],
      },
    ],
  });
  const modes = { currentModeId: 'ask', availableModes: ['ask', 'code'].map((id) => ({ id, name: id })) };

  async function say(): Promise<void> {
    chunk('agent_thought', 'Hm.');
    chunk('agent_message', 'Hi', { _meta: { traced: 'yes' } });
    chunk('agent_message', ' there.');
    update({ sessionUpdate: '_own_update', any: [1], _meta: { a: 1 } });
    const call = { toolCallId: 'c', title: 'Write', kind: 'edit', status: 'pending', rawInput: { path: '/f' } };
    update({ sessionUpdate: isV1 ? 'tool_call' : 'tool_call_update', ...call, _meta: { tool: 1 } });
    const toolCall = { toolCallId: 'c', title: 'Write' };
    const about = isNovember ? { title: 'May I?', subject: { type: 'tool_call', toolCall } } : { toolCall };
    const asked = { sessionId, ...about, options: [allow, reject], _meta: { why: 'file' } };
    const { outcome } = await peer.request<{ outcome: Json }>('session/request_permission', asked);
    const content = [{ type: 'content', content: { type: 'text', text: JSON.stringify(outcome) } }];
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', content, rawOutput: { ok: 1 } });
    const entries = [{ content: 'Step', priority: 'high', status: 'pending' }];
    update(
      isV1
        ? { sessionUpdate: 'plan', entries }
        : { sessionUpdate: 'plan_update', plan: { type: 'items', [isNovember ? 'planId' : 'id']: 'p', entries } },
    );
    update({ sessionUpdate: 'usage_update', used: 5, size: 100 });
    update({ sessionUpdate: 'session_info_update', title: 'Titled', _meta: { info: 1 } });
    void peer.notify('_own/told', { sessionId, what: 'news' });
    const answer = await peer.request('_own/asked', { sessionId, _meta: { b: 2 } });
    const refused = await peer.request('_own/refused', { sessionId }).catch((error: RpcError) => ({
      code: error.code,
      message: error.message,
      data: error.data,
    }));
    chunk('agent_message', JSON.stringify({ answer, refused }));
  }

  async function prompt(params: Json): Promise<unknown> {
    const [{ text } = { text: '' }] = params['prompt'] as { text?: string }[];
    if (text === 'refuse') throw new RpcError(-32011, 'Out of credit.', { left: 0 });
    prompts += 1;
    const end = { stopReason: 'max_tokens', _meta: { done: params['_meta'] } };
    if (isNovember) {
      update({ sessionUpdate: 'user_message', messageId: `u${prompts}`, content: params['prompt'] });
      void work(text).then((stopReason) =>
        update({ sessionUpdate: 'state_update', state: 'idle', ...end, stopReason }),
      );
      return { messageId: `u${prompts}` };
    }
    if (dialect === 'june')
      update({ sessionUpdate: 'user_message', messageId: `u${prompts}`, content: params['prompt'] });
    return { ...end, stopReason: await work(text) };
  }

  async function work(text: string | undefined): Promise<string> {
    await new Promise(setImmediate);
    if (isNovember) update({ sessionUpdate: 'state_update', state: 'running' });
    if (text !== 'wait') await say();
    else {
      const stopped = new Promise<void>((resolve) => {
        cancelled = resolve;
      });
      chunk('agent_message', 'Waiting.');
      await stopped;
    }
    return text === 'wait' ? 'cancelled' : 'max_tokens';
  }

  const peer: Peer = new Peer(far, {
    requests: {
      initialize: () => handshakes[dialect],
      'session/new': () => ({ sessionId, ...(isV1 && { modes }), ...options('a'), _meta: { made: 'yes' } }),
      'session/prompt': (params) => prompt(params as Json),
      'session/set_mode': () => ({ _meta: { mode: 1 } }),
      'session/set_config_option': (params) => {
        const { value } = params as { value: unknown };
        if (JSON.stringify(value).includes('x')) throw new RpcError(-32602, 'No such value.', { value: 'x' });
        return { ...options('b'), _meta: { set: 1 } };
      },
      '_own/ask': (params) => ({ echoed: params }),
    },
    notifications: {
      'session/cancel': () => cancelled(),
      '_own/note': (params) => void peer.notify('_own/noted', params),
    },
  });
  return near;
}
