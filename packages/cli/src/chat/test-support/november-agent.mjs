// An agent of the November draft without any library, which asks for permission in words of its own.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (body) => send({ method: 'session/update', params: { sessionId: 's', update: body } });
const state = (name, rest) => update({ sessionUpdate: 'state_update', state: name, ...rest });

const question = {
  sessionId: 's',
  title: 'May I push to main?',
  description: 'The branch is protected,\nbut you are its owner.',
  subject: { type: 'command', command: 'git push origin main', cwd: '/project' },
  options: [
    { optionId: 'yes', name: 'Push', kind: 'allow_once' },
    { optionId: 'no', name: 'Do not push', kind: 'reject_once' },
  ],
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize')
    send({ id, result: { protocolVersion: 2, info: { name: 'asking', version: '1' }, capabilities: { session: {} } } });
  else if (method === 'session/new') send({ id, result: { sessionId: 's' } });
  else if (method === 'session/prompt') {
    update({ sessionUpdate: 'user_message', messageId: 'u', content: params.prompt });
    send({ id, result: { messageId: 'u' } });
    state('requires_action');
    send({ id: 'q', method: 'session/request_permission', params: question });
  } else if (id === 'q') {
    state('running');
    const text = `the answer was ${JSON.stringify(result.outcome)}`;
    update({ sessionUpdate: 'agent_message_chunk', messageId: 'a', content: { type: 'text', text } });
    state('idle', { stopReason: 'end_turn' });
  }
}
