import {
  type Stream,
  type ClientContext as V1Context,
  type SessionUpdate as V1Update,
  client as v1Client,
} from '@agentclientprotocol/sdk';
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
import {
  type ClientContext as NovemberContext,
  type SessionUpdate as NovemberUpdate,
  client as novemberClient,
} from '@agentclientprotocol/sdk/experimental/v2';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { socketUrl } from './official-server.ts';

/** How a connection is carried. */
export type Carrier = 'websocket' | 'http';

/** Both carriers, for tests of each. */
export const carriers: readonly Carrier[] = ['websocket', 'http'];

/** Returns a connection of the official SDK to a server. */
export function officialStream(carrier: Carrier, url: string, token?: string): Stream {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (carrier === 'http') return createHttpStream(url, { headers });
  return createWebSocketStream(socketUrl(url), { WebSocket: WebSocket as never, headers });
}

/** What a prompt of a test may be, in the words of the agent. */
export interface Script {
  readonly hello: string;
  readonly ask: string;
  readonly wait: string;
}

const ownWords: Script = { hello: 'hello', ask: 'ask', wait: 'wait' };
const cwd = process.cwd();

/** Runs a whole session with the v1 client of the official SDK and returns what it has seen, in a few words each. */
export async function wholeV1Session(stream: Stream, script: Script = ownWords): Promise<string[]> {
  const seen: string[] = [];
  await v1Client({ name: 'official' })
    .onNotification('session/update', ({ params }) => void seen.push(toldV1(params.update)))
    .onRequest('session/request_permission', ({ params }) => {
      seen.push(`asked: ${params.toolCall.title}`);
      const allowed = params.options.find(({ kind }) => kind === 'allow_once');
      return { outcome: { outcome: 'selected', optionId: allowed?.optionId ?? '' } };
    })
    .connectWith(stream, (agent) => talkV1(agent, seen, script));
  return seen;
}

async function talkV1(agent: V1Context, seen: string[], script: Script): Promise<void> {
  const { protocolVersion } = await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  seen.push(`version ${protocolVersion}`);
  const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
  const prompt = (text: string) => agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  for (const words of [script.hello, script.ask]) seen.push((await prompt(words)).stopReason);
  const before = seen.length;
  const turn = prompt(script.wait);
  await expect.poll(() => seen.length).toBeGreaterThan(before);
  await agent.notify('session/cancel', { sessionId });
  seen.push((await turn).stopReason);
  const { sessions } = await agent.request('session/list', {});
  seen.push(`listed: ${sessions.some((each) => each.sessionId === sessionId)}`);
  await agent.request('session/load', { sessionId, cwd, mcpServers: [] });
  seen.push('loaded');
  await agent.request('session/close', { sessionId });
  seen.push('closed');
  const refused = await agent
    .request('session/prompt', { sessionId: 'nobody', prompt: [{ type: 'text', text: 'x' }] })
    .catch((error: { code: number }) => error.code);
  seen.push(`unknown session: ${refused}`);
}

/** Runs a whole session with the v2 client of the official SDK and returns what it has seen, in a few words each. */
export async function wholeNovemberSession(stream: Stream, script: Script = ownWords): Promise<string[]> {
  const seen: string[] = [];
  await novemberClient({ name: 'official' })
    .onNotification('session/update', ({ params }) => void seen.push(toldNovember(params.update)))
    .onRequest('session/request_permission', ({ params }) => {
      seen.push(`asked: ${params.title}`);
      const allowed = params.options.find(({ kind }) => kind === 'allow_once');
      return { outcome: { outcome: 'selected', optionId: allowed?.optionId ?? '' } };
    })
    .connectWith(stream, (agent) => talkNovember(agent, seen, script));
  return seen;
}

async function talkNovember(agent: NovemberContext, seen: string[], script: Script): Promise<void> {
  const hello = { protocolVersion: 2, info: { name: 'official', version: '1' }, capabilities: {} } as const;
  const { protocolVersion } = await agent.request('initialize', hello);
  seen.push(`version ${protocolVersion}`);
  const { sessionId } = await agent.request('session/new', { cwd });
  const prompt = (text: string) => agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  const told = (wanted: string, times = 1) =>
    expect.poll(() => seen.filter((each) => each === wanted).length).toBe(times);
  await prompt(script.hello);
  await told('idle end_turn');
  await prompt(script.ask);
  await told('idle end_turn', 2);
  const before = seen.filter((each) => each.startsWith('agent:')).length;
  await prompt(script.wait);
  await expect.poll(() => seen.filter((each) => each.startsWith('agent:')).length).toBeGreaterThan(before);
  await agent.notify('session/cancel', { sessionId });
  await told('idle cancelled');
  const { sessions } = await agent.request('session/list', {});
  seen.push(`listed: ${sessions.some((each) => each.sessionId === sessionId)}`);
  await agent.request('session/resume', { sessionId, cwd, replayFrom: { type: 'start' } });
  // The SDK calls its handlers one after another, some behind the answer.
  await told('idle undefined');
  await agent.request('session/close', { sessionId });
  seen.push('closed');
  const refused = await agent
    .request('session/prompt', { sessionId: 'nobody', prompt: [{ type: 'text', text: 'x' }] })
    .catch((error: { code: number }) => error.code);
  seen.push(`unknown session: ${refused}`);
}

function toldV1(update: V1Update): string {
  const text = 'content' in update && update.content !== null ? (update.content as { text?: string }).text : undefined;
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
      return `user: ${text}`;
    case 'agent_message_chunk':
      return `agent: ${text}`;
    case 'tool_call':
    case 'tool_call_update':
      return `tool: ${update.title ?? ''} ${update.status ?? ''}`;
    default:
      return update.sessionUpdate;
  }
}

function toldNovember(update: NovemberUpdate): string {
  const { content, title, status, state, stopReason } = update as Record<string, unknown>;
  const blocks = [content].flat() as ({ text?: string } | undefined)[];
  const text = blocks.map((block) => block?.text ?? '').join('');
  switch (update.sessionUpdate) {
    case 'user_message':
    case 'user_message_chunk':
      return `user: ${text}`;
    case 'agent_message':
    case 'agent_message_chunk':
      return `agent: ${text}`;
    case 'tool_call_update':
      return `tool: ${title ?? ''} ${status ?? ''}`;
    case 'state_update':
      return state === 'idle' ? `idle ${stopReason}` : String(state);
    default:
      return update.sessionUpdate;
  }
}

/** What a v1 client sees of a whole session with the agent of the tests. */
export const wantedV1: readonly string[] = [
  'version 1',
  'agent: Hello, ',
  'agent: world.',
  'end_turn',
  'tool: Write out.txt pending',
  'asked: Write out.txt',
  'tool:  completed',
  'end_turn',
  'agent: waiting',
  'cancelled',
  'listed: true',
  'user: hello',
  'agent: Hello, ',
  'agent: world.',
  'user: ask',
  'tool: Write out.txt pending',
  'tool:  completed',
  'user: wait',
  'agent: waiting',
  'loaded',
  'closed',
  'unknown session: -32002',
];

/** What a v2 client sees of a whole session with the agent of the tests. */
export const wantedNovember: readonly string[] = [
  'version 2',
  'user: hello',
  'running',
  'agent: Hello, ',
  'agent: world.',
  'idle end_turn',
  'user: ask',
  'running',
  'requires_action',
  'asked: Write out.txt',
  'running',
  'tool: Write out.txt completed',
  'idle end_turn',
  'user: wait',
  'running',
  'agent: waiting',
  'idle cancelled',
  'listed: true',
  'user: hello',
  'agent: Hello, ',
  'agent: world.',
  'user: ask',
  'tool: Write out.txt completed',
  'user: wait',
  'agent: waiting',
  'idle undefined',
  'closed',
  'unknown session: -32002',
];
