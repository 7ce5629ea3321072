import * as sdk from '@agentclientprotocol/sdk/experimental/v2';
import { expect, test } from 'vitest';
import { streamOver } from '../../../../../test/support/official-stream.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { bridge } from '../live/bridge.ts';
import type { BridgeEvent } from '../live/bridge-options.ts';
import { object } from '../test-support/json.ts';
import { text } from '../test-support/talk.ts';
import * as june from './june.ts';

/** An agent on the official library: it asks for permission, then answers; a prompt that waits ends with a cancel. */
function officialAgent() {
  let abort = new AbortController();
  let prompts = 0;
  return sdk
    .agent()
    .onRequest('initialize', () => ({
      protocolVersion: 2,
      info: { name: 'november', version: '1' },
      capabilities: { session: {} },
    }))
    .onRequest('session/new', () => ({
      sessionId: 's',
      availableCommands: [{ type: 'command', name: 'plan', description: 'd' }],
    }))
    .onRequest('session/resume', async ({ client }) => {
      const update = { sessionUpdate: 'state_update', state: 'idle' } as const;
      await client.notify('session/update', { sessionId: 's', update });
      return {};
    })
    .onRequest('session/close', () => ({}))
    .onNotification('session/cancel', () => abort.abort())
    .onRequest('session/prompt', async ({ params, client }) => {
      prompts += 1;
      const messageId = `u${prompts}`;
      const update = (fields: object) =>
        client.notify('session/update', { sessionId: 's', update: fields as sdk.SessionUpdate });
      abort = new AbortController();
      const { signal } = abort;
      await update({ sessionUpdate: 'user_message', messageId, content: params.prompt });
      const work = async () => {
        await update({ sessionUpdate: 'state_update', state: 'running' });
        await update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('Hello') });
        await update({ sessionUpdate: 'state_update', state: 'requires_action' });
        const asked = client.request(
          'session/request_permission',
          { sessionId: 's', title: 'Run', options: [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }] },
          { cancellationSignal: signal, stopWaitingOnCancel: true },
        );
        const stopReason = await asked.then(
          () => 'end_turn',
          () => 'cancelled',
        );
        await update({ sessionUpdate: 'state_update', state: 'running' });
        await update({ sessionUpdate: 'state_update', state: 'idle', stopReason, usage: { totalTokens: 3 } });
      };
      void work();
      return { messageId };
    });
}

/** A June client that answers permission requests as long as it is willing, and checks what it gets. */
function juneClient(transport: Transport) {
  const waiting = new Map<unknown, (answer: unknown) => void>();
  const seen: string[] = [];
  const open: unknown[] = [];
  let isWilling = true;
  let ids = 0;
  const send = (message: object) => transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));

  async function read(): Promise<void> {
    for await (const batch of transport.frames) {
      for (const frame of batch) {
        const { id, method, params, result, error } = object(JSON.parse(String(frame)));
        if (method === undefined) waiting.get(id)?.(error ?? result);
        else if (method === 'session/update') {
          expect(june.ReceivedSessionNotification.is(params)).toBe(true);
          seen.push(String(object(object(params)['update'])['sessionUpdate']));
        } else if (method === 'session/request_permission') {
          expect(june.methods['session/request_permission'].params.is(params)).toBe(true);
          seen.push('permission');
          if (isWilling) send({ id, result: { outcome: { outcome: 'selected', optionId: 'a' } } });
          else open.push(id);
        } else seen.push(String(method));
      }
    }
  }

  void read();
  return {
    seen,
    open,
    notify: (method: string, params: object) => send({ method, params }),
    answerLate: () => send({ id: open[0], result: { outcome: { outcome: 'selected', optionId: 'a' } } }),
    refuse() {
      isWilling = false;
    },
    ask(method: string, params: object): Promise<unknown> {
      ids += 1;
      send({ id: ids, method, params });
      return new Promise((resolve) => waiting.set(ids, resolve));
    },
  };
}

test('[N91] [N93] [N94] [N98] [N101] [N102] a June client completes a session with an agent on the official library', async () => {
  const [clientEnd, nearClient] = memoryPair();
  const [agentEnd, nearAgent] = memoryPair();
  const events: BridgeEvent[] = [];
  const ended = bridge(nearClient, nearAgent, { onEvent: (event) => events.push(event) });
  const connection = officialAgent().connect(streamOver(agentEnd));
  const client = juneClient(clientEnd);
  const prompt = (value: string) => client.ask('session/prompt', { sessionId: 's', prompt: [text(value)] });
  expect(await client.ask('initialize', { protocolVersion: 2, clientInfo: { name: 'c', version: '1' } })).toMatchObject(
    {
      protocolVersion: 2,
      agentInfo: { name: 'november', version: '1' },
      capabilities: { session: { load: {}, list: {}, resume: {}, close: {} } },
    },
  );
  const session = { cwd: '/w', mcpServers: [] };
  expect(await client.ask('session/new', session)).toEqual({ sessionId: 's' });
  expect(await prompt('hi')).toEqual({ stopReason: 'end_turn', usage: { totalTokens: 3 } });
  const turn = ['user_message', 'agent_message_chunk', 'tool_call_update', 'permission', 'tool_call_update'];
  expect(client.seen.splice(0)).toEqual(['available_commands_update', ...turn]);
  client.refuse();
  const cancelled = prompt('wait');
  while (client.open.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  client.notify('session/cancel', { sessionId: 's' });
  expect(await cancelled).toEqual({ stopReason: 'cancelled', usage: { totalTokens: 3 } });
  client.answerLate();
  expect(client.seen.splice(0)).toEqual([...turn.slice(0, 4), '$/cancel_request', 'tool_call_update']);
  expect(await client.ask('session/load', { sessionId: 's', ...session })).toEqual({});
  expect(await client.ask('session/close', { sessionId: 's' })).toEqual({});
  expect(client.seen).toEqual([]);
  connection.close();
  await clientEnd.close();
  await agentEnd.close();
  await ended;
  expect(events.filter(({ type }) => type === 'fault' || type === 'noise')).toEqual([]);
  const rules = events.flatMap((event) => (event.type === 'ledger' ? [event.entry.rule] : []));
  expect([...new Set(rules)].sort()).toEqual(['permission-subject']);
});
