import * as sdk from '@agentclientprotocol/sdk/experimental/v2';
import { expect, test } from 'vitest';
import { streamOver } from '../../../../../test/support/official-stream.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { bridge } from '../live/bridge.ts';
import type { BridgeEvent } from '../live/bridge-options.ts';
import { object } from '../test-support/json.ts';
import { text } from '../test-support/talk.ts';

/** A June agent: a prompt asks for permission and then ends, unless it says to wait for a cancel. */
async function runJuneAgent(transport: Transport): Promise<void> {
  const send = (message: object) => transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const update = (fields: object) => send({ method: 'session/update', params: { sessionId: 's', update: fields } });
  const say = (messageId: string, value: string) =>
    update({ sessionUpdate: 'agent_message_chunk', messageId, content: text(value) });
  let prompt: unknown;
  const answers: Record<string, object> = {
    initialize: {
      protocolVersion: 2,
      agentInfo: { name: 'june', version: '1' },
      capabilities: { session: { load: {}, list: {}, resume: {}, close: {} } },
    },
    'session/new': { sessionId: 's' },
    'session/list': { sessions: [{ sessionId: 's', cwd: '/w' }] },
  };
  for await (const batch of transport.frames) {
    for (const frame of batch) {
      const { id, method, params, result } = object(JSON.parse(String(frame)));
      const [block] = (object(params)['prompt'] ?? []) as readonly unknown[];
      if (method === 'session/prompt') {
        prompt = id;
        if (object(block)['text'] === 'fail') send({ id, error: { code: -32000, message: 'Log in' } });
        else {
          say('m', 'working');
          const toolCall = { toolCallId: 't', title: 'Write', kind: 'edit', status: 'pending' };
          const options = [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }];
          send({ id: 7, method: 'session/request_permission', params: { sessionId: 's', toolCall, options } });
        }
      } else if (method === 'session/cancel') send({ id: prompt, result: { stopReason: 'cancelled' } });
      else if (method === undefined) {
        if (object(object(result)['outcome'])['outcome'] !== 'selected') continue;
        say('m', ' done');
        send({ id: prompt, result: { stopReason: 'end_turn' } });
      } else {
        if (method === 'session/load') say('m', 'working done');
        send({ id, result: answers[String(method)] ?? {} });
      }
    }
  }
}

test('[N119] [N110] [N111] [N112] [N113] [N115] the official client completes a session with a June agent', async () => {
  const [clientEnd, nearClient] = memoryPair();
  const [agentEnd, nearAgent] = memoryPair();
  const events: BridgeEvent[] = [];
  const ended = bridge(nearClient, nearAgent, { onEvent: (event) => events.push(event) });
  void runJuneAgent(agentEnd);
  const seen: string[] = [];
  let isAllowing = true;
  const asked: string[] = [];
  const app = sdk
    .client()
    .onNotification('session/update', ({ params: { update } }) => {
      const { sessionUpdate, ...fields } = update as { readonly sessionUpdate: string; readonly state?: string };
      const { stopReason } = fields as { readonly stopReason?: string };
      seen.push([sessionUpdate, fields.state, stopReason].filter((word) => word !== undefined).join(' '));
    })
    .onRequest('session/request_permission', async ({ params, signal }) => {
      asked.push(params.title);
      if (isAllowing) return { outcome: { outcome: 'selected', optionId: 'a' } };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { outcome: { outcome: 'cancelled' } };
    });
  const idle = async () => {
    while (!seen.at(-1)?.startsWith('state_update idle')) await new Promise((resolve) => setTimeout(resolve, 1));
    return seen.splice(0);
  };
  await app.connectWith(streamOver(clientEnd), async (agent) => {
    const prompt = (value: string) =>
      agent.request('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: value }] });
    const handshake = await agent.request('initialize', {
      protocolVersion: 2,
      info: { name: 'client', version: '1' },
      capabilities: {},
    });
    expect(handshake.info).toEqual({ name: 'june', version: '1' });
    await agent.request('session/new', { cwd: '/w' });
    expect(await prompt('hi')).toEqual({ messageId: 'emend-p1' });
    const turn = [
      'user_message',
      'state_update running',
      'agent_message_chunk',
      'state_update requires_action',
      'state_update running',
      'agent_message_chunk',
      'state_update idle end_turn',
    ];
    expect(await idle()).toEqual(turn);
    await expect(prompt('fail')).rejects.toMatchObject({ code: -32000 });
    isAllowing = false;
    const first = prompt('hi');
    const held = prompt('held');
    expect(await first).toEqual({ messageId: 'emend-p2' });
    while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all([
      expect(held).rejects.toMatchObject({ code: -32800 }),
      agent.notify('session/cancel', { sessionId: 's' }),
    ]);
    expect(await idle()).toEqual([...turn.slice(0, 4), 'state_update idle cancelled']);
    expect((await agent.request('session/list', {})).sessions).toHaveLength(1);
    await agent.request('session/resume', { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } });
    expect(await idle()).toEqual(['agent_message', 'agent_message_chunk', 'state_update idle']);
    expect(await agent.request('session/close', { sessionId: 's' })).toEqual({});
  });
  await clientEnd.close();
  await agentEnd.close();
  await ended;
  const bad = events.filter(({ type }) => type === 'fault' || type === 'noise');
  expect([bad, asked]).toEqual([[], ['Write', 'Write']]);
});
