import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream, type SessionNotification } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import type { LedgerEntry } from '../bridge/ledger.ts';
import { foldedSession } from '../session/folded.ts';
import { spawnAgent } from './process/spawn-agent.ts';
import { program } from './test-support/programs.ts';

const cwd = process.cwd();

/** Written for v2 alone: streams, corrects, runs a tool with permission, plans, has a mode, can be cancelled and loaded. */
const ourAgent = `
  import { MemoryLog } from '../log/memory-log.ts';
  import { agent } from '../roles/agent/agent.ts';
  import { serve } from '../roles/agent/serve.ts';
  import { stdio } from './stdio.ts';
  let count = 0;
  const mode = (currentValue) => [{ type: 'select', id: 'mode', name: 'Mode', category: 'mode', currentValue,
    options: [{ value: 'ask', name: 'Ask' }, { value: 'code', name: 'Code' }] }];
  serve(agent({
    info: { name: 'ours', version: '1' },
    sessions: { log: new MemoryLog(), now: () => 0 },
    mintId: (purpose) => purpose + '-' + ++count,
    newSession: () => ({ configOptions: mode('ask') }),
    setConfigOption: ({ value }) => mode(value),
    async prompt(turn) {
      if (turn.text === 'wait') {
        turn.message().append('waiting');
        const tool = turn.toolCall({ title: 'Run' });
        for (const line of [1, 2, 3, 4, 5, 6, 7]) tool.append('line ' + line);
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
        return;
      }
      const message = turn.message();
      message.append('Let me ');
      message.append('look.');
      const tool = turn.toolCall({ title: 'Edit', kind: 'edit' });
      const { isAllowed } = await turn.requestPermission(tool);
      tool.append({ type: 'diff', path: '/a', newText: isAllowed ? 'new' : 'old' });
      tool.finish();
      turn.plan([{ content: 'look', priority: 'high', status: 'completed' }]);
      turn.message().append('Done.');
    },
  }), stdio());
`;

/** Made with the official SDK, v1. */
const officialAgent = `
  import { agent, ndJsonStream } from '@agentclientprotocol/sdk';
  import { Readable, Writable } from 'node:stream';
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'code', name: 'Code' }] };
  const cancels = new Map();
  const say = (client, sessionId, update) => client.notify('session/update', { sessionId, update });
  const text = (text) => ({ type: 'text', text });
  agent({ name: 'official' })
    .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true }, agentInfo: { name: 'official', version: '9' } }))
    .onRequest('session/new', () => ({ sessionId: 's', modes }))
    .onRequest('session/load', async ({ params, client }) => {
      await say(client, params.sessionId, { sessionUpdate: 'user_message_chunk', content: text('before') });
      await say(client, params.sessionId, { sessionUpdate: 'agent_message_chunk', content: text('yes, ') });
      await say(client, params.sessionId, { sessionUpdate: 'agent_message_chunk', content: text('before') });
      return { modes };
    })
    .onRequest('session/set_mode', async ({ params, client }) => {
      await say(client, params.sessionId, { sessionUpdate: 'current_mode_update', currentModeId: params.modeId });
      return {};
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const { sessionId } = params;
      if (params.prompt[0].text === 'wait') {
        await say(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: text('waiting') });
        await new Promise((resolve) => cancels.set(sessionId, resolve));
        return { stopReason: 'cancelled' };
      }
      await say(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: text('Let me ') });
      await say(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: text('look.') });
      await say(client, sessionId, { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'pending' });
      const { outcome } = await client.request('session/request_permission', { sessionId, toolCall: { toolCallId: 'c' },
        options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }, { optionId: 'n', name: 'No', kind: 'reject_once' }] });
      const newText = outcome.outcome === 'selected' && outcome.optionId === 'y' ? 'new' : 'old';
      await say(client, sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', content: [{ type: 'diff', path: '/a', newText }] });
      await say(client, sessionId, { sessionUpdate: 'plan', entries: [{ content: 'look', priority: 'high', status: 'completed' }] });
      await say(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: text('Done.') });
      return { stopReason: 'end_turn' };
    })
    .onNotification('session/cancel', ({ params }) => cancels.get(params.sessionId)?.())
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
`;

describe('an agent written for v2 and the v1 client of the official SDK', () => {
  test('stream, tool, permission, plan, mode, cancel and load', async () => {
    const child = spawn(process.execPath, [await program(ourAgent)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const stream = ndJsonStream(
      Writable.toWeb(child.stdin),
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    );
    const updates: SessionNotification['update'][] = [];
    const asked: unknown[] = [];
    await client({ name: 'official' })
      .onNotification('session/update', ({ params }) => void updates.push(params.update))
      .onRequest('session/request_permission', ({ params }) => {
        asked.push([params.toolCall.title, params.options.map((option) => option.kind)]);
        return { outcome: { outcome: 'selected', optionId: 'allow' } };
      })
      .connectWith(stream, async (agent) => {
        const hello = await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
        expect([hello.protocolVersion, hello.agentCapabilities?.loadSession, hello.agentInfo?.name]).toEqual([
          1,
          true,
          'ours',
        ]);
        const { sessionId, modes } = await agent.request('session/new', { cwd, mcpServers: [] });
        expect([modes?.currentModeId, modes?.availableModes.map((mode) => mode.id)]).toEqual(['ask', ['ask', 'code']]);
        const prompt = (text: string) =>
          agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });

        expect((await prompt('go')).stopReason).toBe('end_turn');
        expect(asked).toEqual([['Edit', ['allow_once', 'reject_once']]]);
        expect(updates.map(told)).toEqual([
          'agent_message_chunk Let me ',
          'agent_message_chunk look.',
          'tool_call Edit',
          'tool_call_update new',
          'tool_call_update completed',
          'plan look',
          'agent_message_chunk Done.',
        ]);

        await agent.request('session/set_mode', { sessionId, modeId: 'code' });
        const turn = prompt('wait');
        // The last lines of a tool are shown while it runs on in silence.
        await expect.poll(() => shownLines(updates.at(-1))).toBe(7);
        expect(updates.map(told)).toContain('agent_message_chunk waiting');
        await agent.notify('session/cancel', { sessionId });
        expect((await turn).stopReason).toBe('cancelled');

        updates.length = 0;
        const loaded = await agent.request('session/load', { sessionId, cwd, mcpServers: [] });
        expect(loaded.modes?.currentModeId).toBe('code');
        expect(updates.map(told).slice(0, 4)).toEqual([
          'user_message_chunk go',
          'agent_message_chunk Let me look.',
          'tool_call new',
          'plan look',
        ]);
      });
    child.kill();
  });
});

describe('a client written for v2 and the v1 agent of the official SDK', () => {
  test('stream, tool, permission, plan, mode, cancel and load', async () => {
    const ledger: LedgerEntry[] = [];
    await using agent = await spawnAgent(process.execPath, [await program(officialAgent)], {
      graceMilliseconds: 500,
      requestPermission: () => 'y',
      bridge: { onEvent: (event) => void (event.type === 'ledger' && ledger.push(event.entry)) },
    });
    expect([agent.agent.protocolVersion, agent.info?.name]).toEqual([2, 'official']);
    const session = await agent.newSession({ cwd });
    expect(session.state.configOptions).toMatchObject([{ category: 'mode', currentValue: 'ask' }]);

    expect(await session.prompt('go')).toEqual({ stopReason: 'end_turn' });
    const { messages, toolCalls, plans } = foldedSession(session.state);
    expect(
      messages.map(({ kind, content }) => [kind, content.map((block) => (block as { text: string }).text).join('')]),
    ).toEqual([
      ['agent', 'Let me look.'],
      ['agent', 'Done.'],
    ]);
    expect(toolCalls).toMatchObject([
      { toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'completed', content: [{ newText: 'new' }] },
    ]);
    expect(plans).toMatchObject([{ id: 'main', entries: [{ content: 'look' }] }]);

    const [option] = session.state.configOptions;
    expect(await session.setConfigOption(option?.id ?? '', 'code')).toMatchObject([{ currentValue: 'code' }]);

    const turn = session.prompt('wait');
    await expect.poll(() => session.state.messages.length).toBe(3);
    session.cancel();
    expect(await turn).toEqual({ stopReason: 'cancelled' });

    const loaded = await agent.loadSession({ sessionId: 's', cwd });
    expect(foldedSession(loaded.state).messages.map(({ kind, content }) => [kind, content.length])).toEqual([
      ['user', 1],
      ['agent', 2],
    ]);
    // Nothing was lost on the way, only made up: ids for messages, the plan's place, an option for the modes.
    expect(ledger.filter((entry) => entry.kind === 'loss')).toEqual([]);
    expect(new Set(ledger.map((entry) => entry.rule))).toEqual(new Set(['message-id', 'mode-option']));
  });

  test('a v1 agent that dies fails with its exit and its last words, as any other', async () => {
    const dying = `
      process.stdin.once('data', () => {
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { protocolVersion: 1, agentCapabilities: {} } }) + '\\n');
        process.stdin.once('data', () => process.stderr.write('no more tokens\\n', () => process.exit(7)));
      });`;
    await using agent = await spawnAgent(process.execPath, ['-e', dying], { graceMilliseconds: 300 });
    await expect(agent.newSession({ cwd })).rejects.toMatchObject({
      reason: 'exited',
      exitCode: 7,
      stderrTail: 'no more tokens\n',
    });
  });
});

/** An update in a few words. */
/** How many lines of output an update of a tool call shows. */
function shownLines(update: SessionNotification['update'] | undefined): number | undefined {
  return update?.sessionUpdate === 'tool_call_update' ? update.content?.length : undefined;
}

function told(update: SessionNotification['update']): string {
  const { sessionUpdate } = update;
  const { content, title, status, entries } = update as {
    content?: { text?: string } | readonly { newText?: string }[];
    title?: string;
    status?: string;
    entries?: readonly { content: string }[];
  };
  const shown = Array.isArray(content) ? content[0]?.newText : (content as { text?: string } | undefined)?.text;
  return `${sessionUpdate} ${shown ?? title ?? status ?? entries?.[0]?.content ?? ''}`;
}
