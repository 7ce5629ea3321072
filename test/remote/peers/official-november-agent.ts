import {
  type AgentApp,
  type AgentContext,
  agent,
  RequestError,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/experimental/v2';

interface Session {
  readonly sessionId: string;
  readonly cwd: string;
  readonly history: SessionUpdate[];
  isBusy: boolean;
  cancel: () => void;
}

/** Sessions of an agent that outlive its connections. */
export type NovemberSessions = Map<string, Session>;

/** Returns an agent on the v2 API of the official SDK. The first word of a prompt says what it does: hello, ask, wait or count N. */
export function officialNovemberAgent(sessions: NovemberSessions = new Map()): AgentApp {
  const sessionOf = (sessionId: string): Session => {
    const found = sessions.get(sessionId);
    if (found === undefined) throw new RequestError(-32002, 'Resource not found', { sessionId });
    return found;
  };
  return agent({ name: 'official' })
    .onRequest('initialize', () => ({
      protocolVersion: 2,
      info: { name: 'official', version: '1' },
      capabilities: { session: {} },
    }))
    .onRequest('session/new', ({ params }) => {
      const sessionId = `s${sessions.size + 1}`;
      sessions.set(sessionId, { sessionId, cwd: params.cwd, history: [], isBusy: false, cancel: () => {} });
      return { sessionId };
    })
    .onRequest('session/list', () => ({
      sessions: [...sessions.values()].map(({ sessionId, cwd }) => ({ sessionId, cwd })),
    }))
    .onRequest('session/resume', async ({ params, client }) => {
      const { sessionId, replayFrom } = params;
      const session = sessionOf(sessionId);
      for (const update of replayFrom?.type === 'start' ? session.history : [])
        await client.notify('session/update', { sessionId, update });
      await client.notify('session/update', { sessionId, update: stateUpdate(session.isBusy ? 'running' : 'idle') });
      return {};
    })
    .onRequest('session/close', ({ params }) => {
      sessionOf(params.sessionId).cancel();
      return {};
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const session = sessionOf(params.sessionId);
      const [block] = params.prompt;
      const messageId = `u${session.history.length}`;
      const echo: SessionUpdate = { sessionUpdate: 'user_message', messageId, content: params.prompt };
      session.history.push(echo);
      await client.notify('session/update', { sessionId: session.sessionId, update: echo });
      const words = block !== undefined && 'text' in block ? String(block.text) : '';
      // The answer comes first: the work goes on behind it.
      setImmediate(() => void work(session, client, words).catch(() => {}));
      return { messageId };
    })
    .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.cancel());
}

// The types of the SDK want each state apart.
const stateUpdate = (state: string, stopReason?: string) =>
  ({ sessionUpdate: 'state_update', state, ...(stopReason !== undefined && { stopReason }) }) as SessionUpdate;

async function work(session: Session, client: AgentContext, words: string): Promise<void> {
  const { sessionId } = session;
  const update = async (value: SessionUpdate) => {
    if (value.sessionUpdate !== 'state_update') session.history.push(value);
    await client.notify('session/update', { sessionId, update: value });
  };
  const messageId = `a${session.history.length}`;
  const say = (text: string) =>
    update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
  session.isBusy = true;
  const cancelled = new Promise<void>((resolve) => {
    session.cancel = resolve;
  });
  let stopReason = 'end_turn';
  await update(stateUpdate('running'));
  const [word = '', count = '0'] = words.split(' ');
  switch (word) {
    case 'ask': {
      const toolCall = { toolCallId: 't1', title: 'Write out.txt', kind: 'edit', status: 'pending' };
      await update(stateUpdate('requires_action'));
      const { outcome } = await client.request('session/request_permission', {
        sessionId,
        title: 'Write out.txt',
        subject: { type: 'tool_call', toolCall },
        options: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      });
      await update(stateUpdate('running'));
      const isAllowed = outcome.outcome === 'selected' && outcome['optionId'] === 'yes';
      const status = isAllowed ? 'completed' : 'failed';
      await update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't1',
        title: toolCall.title,
        kind: 'edit',
        status,
      });
      break;
    }
    case 'wait':
      await say('waiting');
      await cancelled;
      stopReason = 'cancelled';
      break;
    case 'count':
      for (let at = 0; at < Number(count); at += 1) await say(`${at} `);
      break;
    default:
      await say('Hello, ');
      await say('world.');
  }
  session.isBusy = false;
  await update(stateUpdate('idle', stopReason));
}
