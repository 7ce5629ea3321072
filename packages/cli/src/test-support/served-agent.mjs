// An agent of v1 for tests of the server. A prompt names what it does: `pid`, `cwd`, `die`, `slow FILE`, which ends when there is one, or
// `read PATH FILE`, which asks for a permission when there is that file, and says what it was answered. In a directory `stuck` it does
// not answer when it is to load a session.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const cwds = new Map();
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
let answered = () => {};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) answered(result?.outcome?.optionId ?? 'no answer');
  else if (method === 'initialize')
    send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
  else if (method === 'session/new') {
    const sessionId = `s${cwds.size + 1}`;
    cwds.set(sessionId, params.cwd);
    send({ id, result: { sessionId } });
  } else if (method === 'session/prompt') {
    const { sessionId } = params;
    const [what, ...rest] = params.prompt[0].text.split(' ');
    const file = rest.at(-1);
    const words = { pid: String(process.pid), cwd: cwds.get(sessionId) }[what] ?? what;
    const say = (text) =>
      send({
        method: 'session/update',
        params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
      });
    if (what === 'die') {
      process.stderr.write('I cannot go on.\n', () => process.exit(7));
      return;
    }
    say(words);
    const end = () => {
      if ((what === 'slow' || what === 'read') && !existsSync(file)) return void setTimeout(end, 10);
      if (what === 'slow') say('done');
      if (what === 'read') {
        const toolCall = { toolCallId: 'c', title: 'Read', kind: 'read', locations: [{ path: rest[0] }] };
        send({ id: 'asked', method: 'session/request_permission', params: { sessionId, toolCall, options } });
        answered = (answer) => {
          say(answer);
          send({ id, result: { stopReason: 'end_turn' } });
        };
        return;
      }
      send({ id, result: { stopReason: 'end_turn' } });
    };
    end();
  } else if (method === 'session/load' && params.cwd.endsWith('stuck')) process.stderr.write('I do not load.\n');
  else if (id !== undefined) send({ id, result: {} });
});
