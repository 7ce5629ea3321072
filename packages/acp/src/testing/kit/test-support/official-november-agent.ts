import {
  type AgentContext,
  agent,
  RequestError,
  type SessionUpdate,
  type Stream,
} from '@agentclientprotocol/sdk/experimental/v2';
import { memoryPair } from '../../../transport/memory-pair.ts';
import type { StartPeer } from '../started-peer.ts';
import { officialBytes } from './official-bytes.ts';
import { prompts } from './right-agent.ts';

interface Session {
  readonly sessionId: string;
  readonly cwd: string;
  readonly history: SessionUpdate[];
  /** Ends the work that runs. */
  stop: AbortController | undefined;
  /** Resolves when all work so far has ended. */
  work: Promise<void>;
  /** Prompts that wait for the work before them. */
  held: Set<() => void>;
}

const refusedValue = (message: string) => new RequestError(-32602, message);
const cancelled = () => new RequestError(-32800, 'Request cancelled');

/** Returns an agent on the v2 API of the official SDK, written with care. Its sessions outlive its connections. */
export function officialNovemberAgent(): StartPeer {
  const sessions = new Map<string, Session>();
  let made = 0;
  const sessionOf = (sessionId: string): Session => {
    const found = sessions.get(sessionId);
    if (found === undefined) throw new RequestError(-32002, 'Resource not found', { sessionId });
    return found;
  };
  const cancel = (session: Session | undefined) => {
    for (const drop of session?.held ?? []) drop();
    session?.stop?.abort();
  };
  const app = () =>
    agent({ name: 'official' })
      .onRequest('initialize', () => ({
        protocolVersion: 2,
        info: { name: 'official', version: '1' },
        capabilities: { session: {} },
      }))
      .onRequest('session/new', ({ params }) => {
        if (!params.cwd.startsWith('/')) throw refusedValue('cwd is not absolute');
        if ((params.mcpServers ?? []).length > 0) throw refusedValue('there are no MCP servers here');
        made += 1;
        const sessionId = `s${made}`;
        const fresh = { history: [], stop: undefined, work: Promise.resolve(), held: new Set<() => void>() };
        sessions.set(sessionId, { sessionId, cwd: params.cwd, ...fresh });
        return { sessionId };
      })
      .onRequest('session/list', ({ params }) => ({
        sessions: [...sessions.values()]
          .filter(({ cwd }) => params.cwd == null || params.cwd === cwd)
          .map(({ sessionId, cwd }) => ({ sessionId, cwd })),
      }))
      .onRequest('session/resume', async ({ params, client }) => {
        const { sessionId, replayFrom } = params;
        const session = sessionOf(sessionId);
        if (replayFrom != null && replayFrom.type !== 'start') throw refusedValue('there is no such place');
        const updates = replayFrom == null ? [] : session.history;
        for (const update of updates) await client.notify('session/update', { sessionId, update });
        const state = stateUpdate(session.stop === undefined ? 'idle' : 'running');
        await client.notify('session/update', { sessionId, update: state });
        return {};
      })
      .onRequest('session/close', async ({ params }) => {
        const session = sessions.get(params.sessionId);
        cancel(session);
        await session?.work;
        sessions.delete(params.sessionId);
        return {};
      })
      .onRequest('session/prompt', async ({ params, client, signal }) => {
        const session = sessionOf(params.sessionId);
        const isOffered = params.prompt.every(({ type }) => type === 'text' || type === 'resource_link');
        if (!isOffered) throw refusedValue('a prompt has texts and links here');
        await turnOf(session, signal);
        const stop = new AbortController();
        session.stop = stop;
        const messageId = `u${session.history.length}`;
        const echo: SessionUpdate = { sessionUpdate: 'user_message', messageId, content: params.prompt };
        session.history.push(echo);
        await client.notify('session/update', { sessionId: session.sessionId, update: echo });
        const [block] = params.prompt;
        const words = block !== undefined && 'text' in block ? String(block.text) : '';
        // The answer comes first: the work goes on behind it.
        session.work = new Promise((resolve) => {
          setImmediate(
            () =>
              void work(session, client, words, stop.signal)
                .catch(() => {})
                .finally(resolve),
          );
        });
        return { messageId };
      })
      .onNotification('session/cancel', ({ params }) => cancel(sessions.get(params.sessionId)));
  return () => {
    const [near, far] = memoryPair();
    const { stream, writeBytes } = officialBytes(far);
    app().connect(stream as Stream);
    return { ...near, writeBytes };
  };
}

/** Waits until nothing runs in a session; a cancel refuses whoever waits, and so does a withdrawal. */
async function turnOf(session: Session, signal: AbortSignal): Promise<void> {
  while (session.stop !== undefined) {
    let drop = () => {};
    const dropped = new Promise<never>((_, reject) => {
      drop = () => reject(cancelled());
    });
    session.held.add(drop);
    signal.addEventListener('abort', drop);
    try {
      await Promise.race([session.work, dropped]);
    } finally {
      session.held.delete(drop);
      signal.removeEventListener('abort', drop);
    }
  }
}

// The types of the SDK want each state apart.
const stateUpdate = (state: string, stopReason?: string) =>
  ({ sessionUpdate: 'state_update', state, ...(stopReason !== undefined && { stopReason }) }) as SessionUpdate;

async function work(session: Session, client: AgentContext, words: string, signal: AbortSignal): Promise<void> {
  const { sessionId, history } = session;
  const update = async (value: SessionUpdate) => {
    if (value.sessionUpdate !== 'state_update') history.push(value);
    await client.notify('session/update', { sessionId, update: value });
  };
  const messageId = `a${history.length}`;
  const say = (text: string) =>
    update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
  await update(stateUpdate('running'));
  await say('One ');
  const toolCallId = `t${history.length}`;
  const call = (status: string, title = 'Write') =>
    update({ sessionUpdate: 'tool_call_update', toolCallId, title, status } as SessionUpdate);
  if (words === prompts.slow && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
  if (words === prompts.tool) {
    await call('in_progress', 'Read');
    await call('completed', 'Read');
  }
  if (words === prompts.permission) {
    await call('pending');
    await update(stateUpdate('requires_action'));
    const isAllowed = await asks(client, sessionId, toolCallId, signal);
    await update(stateUpdate('running'));
    if (isAllowed) await call('in_progress');
    await call(isAllowed ? 'completed' : 'failed');
  }
  await say('Two');
  session.stop = undefined;
  await update(stateUpdate('idle', signal.aborted ? 'cancelled' : 'end_turn'));
}

async function asks(client: AgentContext, sessionId: string, toolCallId: string, signal: AbortSignal) {
  const request = client.request(
    'session/request_permission',
    {
      sessionId,
      title: 'Write a file',
      subject: { type: 'tool_call', toolCall: { toolCallId } },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    },
    { cancellationSignal: signal },
  );
  const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  const answer = await Promise.race([request.catch(() => undefined), stopped]);
  return answer?.outcome.outcome === 'selected' && answer.outcome['optionId'] === 'yes';
}
