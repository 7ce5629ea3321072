// An agent on the v1 API of the official SDK, with everything that a whole session takes. The first word of a prompt says what it does:
// hello, ask or wait.
import { Readable, Writable } from 'node:stream';
import { agent, ndJsonStream } from '@agentclientprotocol/sdk';

const sessions = new Map();
const text = (words) => ({ type: 'text', text: words });

agent({ name: 'official' })
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
    for (const update of sessions.get(sessionId).history) await client.notify('session/update', { sessionId, update });
    return {};
  })
  .onRequest('session/resume', () => ({}))
  .onRequest('session/close', ({ params }) => {
    sessions.get(params.sessionId).cancel();
    return {};
  })
  .onRequest('session/prompt', async ({ params, client }) => {
    const { sessionId } = params;
    const session = sessions.get(sessionId);
    const update = async (value) => {
      session.history.push(value);
      await client.notify('session/update', { sessionId, update: value });
    };
    session.history.push({ sessionUpdate: 'user_message_chunk', content: params.prompt[0] });
    const cancelled = new Promise((resolve) => {
      session.cancel = () => resolve('cancelled');
    });
    const [, word = ''] = /^(\w+)/.exec(params.prompt[0].text) ?? [];
    if (word === 'ask') {
      await update({
        sessionUpdate: 'tool_call',
        toolCallId: 't3',
        title: 'Write out.txt',
        kind: 'edit',
        status: 'pending',
      });
      const { outcome } = await client.request('session/request_permission', {
        sessionId,
        toolCall: { toolCallId: 't3' },
        options: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      });
      const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'yes';
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 't3', status: isAllowed ? 'completed' : 'failed' });
    } else {
      await update({ sessionUpdate: 'agent_message_chunk', content: text('Hello, ') });
      await update({ sessionUpdate: 'agent_message_chunk', content: text('world.') });
    }
    return { stopReason: word === 'wait' ? await cancelled : 'end_turn' };
  })
  .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.cancel())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
