import { type AgentContext, agent, RequestError, type SessionUpdate } from '@agentclientprotocol/sdk';
import { memoryPair } from '../../../transport/memory-pair.ts';
import type { StartPeer } from '../started-peer.ts';
import { officialBytes } from './official-bytes.ts';
import { prompts } from './right-agent.ts';

interface Session {
  readonly sessionId: string;
  readonly cwd: string;
  readonly history: SessionUpdate[];
  stop: AbortController;
}

/** Returns an agent on the v1 API of the official SDK, written with care. Its sessions outlive its connections. */
export function officialV1Agent(): StartPeer {
  const sessions = new Map<string, Session>();
  let made = 0;
  const sessionOf = (sessionId: string): Session => {
    const found = sessions.get(sessionId);
    if (found === undefined) throw RequestError.resourceNotFound(sessionId);
    return found;
  };
  const app = () =>
    agent({ name: 'official' })
      .onRequest('initialize', () => ({
        protocolVersion: 1,
        agentInfo: { name: 'official', version: '1' },
        agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
      }))
      .onRequest('session/new', ({ params }) => {
        made += 1;
        const sessionId = `s${made}`;
        sessions.set(sessionId, { sessionId, cwd: params.cwd, history: [], stop: new AbortController() });
        return { sessionId };
      })
      .onRequest('session/list', ({ params }) => ({
        sessions: [...sessions.values()]
          .filter(({ cwd }) => params.cwd == null || params.cwd === cwd)
          .map(({ sessionId, cwd }) => ({ sessionId, cwd })),
      }))
      .onRequest('session/load', async ({ params, client }) => {
        const { sessionId } = params;
        for (const update of sessionOf(sessionId).history) await client.notify('session/update', { sessionId, update });
        return {};
      })
      .onRequest('session/resume', ({ params }) => {
        sessionOf(params.sessionId);
        return {};
      })
      .onRequest('session/close', ({ params }) => {
        sessionOf(params.sessionId).stop.abort();
        sessions.delete(params.sessionId);
        return {};
      })
      .onRequest('session/prompt', async ({ params, client }) => {
        const session = sessionOf(params.sessionId);
        session.stop = new AbortController();
        const [block] = params.prompt;
        for (const content of params.prompt) session.history.push({ sessionUpdate: 'user_message_chunk', content });
        await work(session, client, block?.type === 'text' ? block.text : '');
        return { stopReason: session.stop.signal.aborted ? 'cancelled' : 'end_turn' };
      })
      .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.stop.abort());
  return () => {
    const [near, far] = memoryPair();
    const { stream, writeBytes } = officialBytes(far);
    app().connect(stream);
    return { ...near, writeBytes };
  };
}

async function work(session: Session, client: AgentContext, words: string): Promise<void> {
  const { sessionId, history, stop } = session;
  const update = async (value: SessionUpdate) => {
    history.push(value);
    await client.notify('session/update', { sessionId, update: value });
  };
  const say = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  await say('One ');
  const toolCallId = `t${history.length}`;
  if (words === prompts.slow && !stop.signal.aborted) {
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  }
  if (words === prompts.tool) {
    await update({ sessionUpdate: 'tool_call', toolCallId, title: 'Read', kind: 'read', status: 'in_progress' });
    await update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  }
  if (words === prompts.permission) {
    await update({ sessionUpdate: 'tool_call', toolCallId, title: 'Write', kind: 'edit', status: 'pending' });
    const { outcome } = await client.request('session/request_permission', {
      sessionId,
      toolCall: { toolCallId, title: 'Write' },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    });
    const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'yes';
    if (isAllowed) await update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    await update({ sessionUpdate: 'tool_call_update', toolCallId, status: isAllowed ? 'completed' : 'failed' });
  }
  await say('Two');
}
