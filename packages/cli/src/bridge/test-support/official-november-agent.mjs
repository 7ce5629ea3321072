// An agent on the v2 API of the official SDK. The first word of a prompt says what it does: hello, tools, ask, wait, notice or fail.
import { Readable, Writable } from 'node:stream';
import { agent, ndJsonStream, RequestError } from '@agentclientprotocol/sdk/experimental/v2';

const sessions = new Map();
let made = 0;
const base64 = (text) => Buffer.from(text).toString('base64');
const text = (words) => ({ type: 'text', text: words });
const options = (session) => [
  { configId: 'fast', name: 'Fast mode', type: 'boolean', currentValue: session.isFast },
  {
    configId: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: session.model,
    options: [
      { value: 'small', name: 'Small' },
      { value: 'large', name: 'Large' },
    ],
  },
];

function sessionOf(sessionId) {
  const found = sessions.get(sessionId);
  if (found === undefined) throw new RequestError(-32002, 'Resource not found', { sessionId });
  return found;
}

function begin(sessionId, cwd) {
  const session = { sessionId, cwd, history: [], isFast: false, model: 'small', cancel: () => {}, isBusy: false };
  sessions.set(sessionId, session);
  return session;
}

async function work(session, client, words) {
  const { sessionId } = session;
  const update = async (value) => {
    if (!['state_update', 'notice'].includes(value.sessionUpdate)) session.history.push(value);
    await client.notify('session/update', { sessionId, update: value });
  };
  const say = (words) =>
    update({ sessionUpdate: 'agent_message_chunk', messageId: `a${session.history.length}`, content: text(words) });
  session.isBusy = true;
  const cancelled = new Promise((resolve) => {
    session.cancel = () => resolve(true);
  });
  await update({ sessionUpdate: 'state_update', state: 'running' });
  let end = { stopReason: 'end_turn', usage: { totalTokens: 480 }, _meta: { quota: {} } };
  switch (words) {
    case 'tools': {
      const patch = `diff --git ${session.cwd}/new.txt ${session.cwd}/new.txt\nnew file mode 100644\n--- /dev/null\n+++ ${session.cwd}/new.txt\n@@ -0,0 +1,2 @@\n+line one\n+line two\n`;
      const diff = {
        type: 'diff',
        changes: [{ operation: 'add', path: `${session.cwd}/new.txt` }],
        patch: { format: 'git_patch', text: patch },
      };
      await update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't1',
        name: 'Write',
        title: 'Write new.txt',
        kind: 'edit',
        status: 'completed',
        content: [diff],
      });
      await update({ sessionUpdate: 'terminal_update', terminalId: 'x1', command: 'echo hi', cwd: session.cwd });
      await update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't2',
        name: 'Bash',
        title: 'echo hi',
        kind: 'execute',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 'x1' }],
      });
      await update({ sessionUpdate: 'terminal_output_chunk', terminalId: 'x1', data: base64('h') });
      await update({ sessionUpdate: 'terminal_output_chunk', terminalId: 'x1', data: base64('i\n') });
      await update({ sessionUpdate: 'terminal_update', terminalId: 'x1', exitStatus: { exitCode: 0 } });
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 't2', status: 'completed' });
      break;
    }
    case 'ask': {
      await update({ sessionUpdate: 'state_update', state: 'requires_action' });
      const asked = client.request('session/request_permission', {
        sessionId,
        title: 'Write out.txt',
        description: 'It is not there yet.',
        subject: {
          type: 'tool_call',
          toolCall: { toolCallId: 't3', title: 'Write out.txt', kind: 'edit', status: 'pending' },
        },
        options: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      });
      const { outcome } = await asked;
      await update({ sessionUpdate: 'state_update', state: 'running' });
      const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'yes';
      await update({ sessionUpdate: 'tool_call_update', toolCallId: 't3', status: isAllowed ? 'completed' : 'failed' });
      break;
    }
    case 'wait':
      await say('waiting');
      await cancelled;
      end = { stopReason: 'cancelled' };
      break;
    case 'notice':
      await update({
        sessionUpdate: 'notice',
        severity: 'warning',
        title: 'Low on credit',
        description: 'Ten prompts are left.',
      });
      break;
    case 'fail':
      end = { stopReason: 'error', error: { code: -32603, message: 'API Error: 400' } };
      break;
    default:
      await update({ sessionUpdate: 'agent_thought_chunk', messageId: 'same', content: text('hm') });
      await update({ sessionUpdate: 'agent_message_chunk', messageId: 'same', content: text('Hello, ') });
      await update({ sessionUpdate: 'agent_message_chunk', messageId: 'same', content: text('world.') });
  }
  session.isBusy = false;
  await update({ sessionUpdate: 'state_update', state: 'idle', ...end });
}

agent({ name: 'official' })
  .onRequest('initialize', () => ({
    protocolVersion: 2,
    info: { name: 'official', version: '1' },
    capabilities: { session: {} },
  }))
  .onRequest('session/new', ({ params }) => {
    const session = begin(`s${++made}`, params.cwd);
    return {
      sessionId: session.sessionId,
      configOptions: options(session),
      availableCommands: [
        { type: 'command', name: 'plan', description: 'Plans', input: { type: 'text', hint: 'what' } },
      ],
    };
  })
  .onRequest('session/list', () => ({
    sessions: [...sessions.values()].map(({ sessionId, cwd }) => ({ sessionId, cwd })),
  }))
  .onRequest('session/resume', async ({ params, client }) => {
    const session = sessionOf(params.sessionId);
    for (const update of params.replayFrom?.type === 'start' ? session.history : [])
      await client.notify('session/update', { sessionId: session.sessionId, update });
    await client.notify('session/update', {
      sessionId: session.sessionId,
      update: { sessionUpdate: 'state_update', state: session.isBusy ? 'running' : 'idle' },
    });
    return { configOptions: options(session) };
  })
  .onRequest('session/close', ({ params }) => {
    sessions.get(params.sessionId)?.cancel();
    return {};
  })
  .onRequest('session/set_config_option', ({ params }) => {
    const session = sessionOf(params.sessionId);
    if (params.configId === 'fast' && params.type === 'boolean') session.isFast = params.value;
    else if (params.configId === 'model' && params.type === 'id') session.model = params.value;
    else throw RequestError.invalidParams();
    return { configOptions: options(session) };
  })
  .onRequest('session/prompt', async ({ params, client }) => {
    const session = sessionOf(params.sessionId);
    const messageId = `u${session.history.length}`;
    const echo = { sessionUpdate: 'user_message', messageId, content: params.prompt };
    session.history.push(echo);
    await client.notify('session/update', { sessionId: session.sessionId, update: echo });
    // The answer comes first: the work goes on behind it.
    setImmediate(() => void work(session, client, params.prompt[0].text));
    return { messageId };
  })
  .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.cancel())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
