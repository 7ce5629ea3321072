import { type AgentApp, type AgentContext, agent, RequestError, type SessionUpdate } from '@agentclientprotocol/sdk';

interface Session {
  readonly sessionId: string;
  readonly cwd: string;
  readonly history: SessionUpdate[];
  cancel: () => void;
}

/** Sessions of an agent that outlive its connections. */
export type V1Sessions = Map<string, Session>;

const text = (words: string) => ({ type: 'text' as const, text: words });

/** Returns an agent on the v1 API of the official SDK. The first word of a prompt says what it does: hello, ask, wait or count N. */
export function officialV1Agent(sessions: V1Sessions = new Map()): AgentApp {
  const sessionOf = (sessionId: string): Session => {
    const found = sessions.get(sessionId);
    if (found === undefined) throw new RequestError(-32002, 'Resource not found', { sessionId });
    return found;
  };
  return agent({ name: 'official' })
    .onRequest('initialize', () => ({
      protocolVersion: 1,
      agentInfo: { name: 'official', version: '1' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
    }))
    .onRequest('session/new', ({ params }) => {
      const sessionId = `s${sessions.size + 1}`;
      sessions.set(sessionId, { sessionId, cwd: params.cwd, history: [], cancel: () => {} });
      return { sessionId };
    })
    .onRequest('session/list', () => ({
      sessions: [...sessions.values()].map(({ sessionId, cwd }) => ({ sessionId, cwd })),
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
      sessionOf(params.sessionId).cancel();
      return {};
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const session = sessionOf(params.sessionId);
      const [block] = params.prompt;
      const words = block?.type === 'text' ? block.text : '';
      if (block !== undefined) session.history.push({ sessionUpdate: 'user_message_chunk', content: block });
      return { stopReason: await work(session, client, words) };
    })
    .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.cancel());
}

async function work(session: Session, client: AgentContext, words: string): Promise<'end_turn' | 'cancelled'> {
  const { sessionId } = session;
  const update = async (value: SessionUpdate) => {
    session.history.push(value);
    await client.notify('session/update', { sessionId, update: value });
  };
  const say = (said: string) => update({ sessionUpdate: 'agent_message_chunk', content: text(said) });
  const cancelled = new Promise<'cancelled'>((resolve) => {
    session.cancel = () => resolve('cancelled');
  });
  const [word = '', count = '0'] = words.split(' ');
  switch (word) {
    case 'ask': {
      const title = 'Write out.txt';
      await update({ sessionUpdate: 'tool_call', toolCallId: 't1', title, kind: 'edit', status: 'pending' });
      const { outcome } = await client.request('session/request_permission', {
        sessionId,
        toolCall: { toolCallId: 't1', title },
        options: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      });
      const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'yes';
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: isAllowed ? 'completed' : 'failed' });
      return 'end_turn';
    }
    case 'wait':
      await say('waiting');
      return await cancelled;
    case 'count':
      for (let at = 0; at < Number(count); at += 1) await say(`${at} `);
      return 'end_turn';
    default:
      await say('Hello, ');
      await say('world.');
      return 'end_turn';
  }
}
