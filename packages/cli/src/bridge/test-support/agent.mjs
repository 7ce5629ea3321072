// An agent for tests: speaks the version that its first argument names, whatever it is asked for.
// Further arguments say how it misbehaves.
import { createInterface } from 'node:readline';

const [version = '1', ...habits] = process.argv.slice(2);
const does = (habit) => habits.includes(habit);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's', update: fields } });

process.stderr.write(`agent ${version} is up\n`);
if (does('noisy')) process.stdout.write('Loading model...\n');
// Far more than a pipe holds.
if (does('chatty')) for (let count = 0; count < 64; count++) process.stderr.write('e'.repeat(64 * 1024));

const answers = {
  1: { protocolVersion: 1, agentCapabilities: { loadSession: true } },
  2: { protocolVersion: 2, capabilities: { session: { mcp: { stdio: {} } } } },
  november: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } },
};

let isTold = false;

/** Runs a command of its own and tells its output as Zed's agents do, to who has asked for that. */
function runCommand() {
  const tell = (_meta, more) => update({ sessionUpdate: 'tool_call_update', toolCallId: 'run', _meta, ...more });
  const content = [{ type: 'terminal', terminalId: 'run' }];
  const _meta = { terminal_info: { terminal_id: 'run', cwd: '/' } };
  update({ sessionUpdate: 'tool_call', toolCallId: 'run', title: 'Run', kind: 'execute', content, _meta });
  if (isTold) for (const data of ['hel', 'lo\nwor', 'ld\n']) tell({ terminal_output: { terminal_id: 'run', data } });
  tell({ terminal_exit: { terminal_id: 'run', exit_code: 1, signal: null } }, { status: 'failed' });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    isTold = params.clientCapabilities?._meta?.terminal_output === true;
    send({ id, result: answers[version] });
  } else if (method === 'session/new') send({ id, result: { sessionId: 's' } });
  else if (method === 'session/prompt') {
    if (does('dying')) process.exit(7);
    if (does('running')) runCommand();
    if (version === 'november') {
      update({ sessionUpdate: 'state_update', state: 'running' });
      update({ sessionUpdate: 'user_message', messageId: 'u', content: params.prompt });
      send({ id, result: { messageId: 'u' } });
    }
    if (version !== '1') update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T' });
    else update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T' });
    update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'a' },
      ...(version === '1' ? {} : { messageId: 'm' }),
    });
    if (does('rewriting')) update({ sessionUpdate: 'agent_message', messageId: 'm', content: [] });
    if (version === 'november') update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
    else send({ id, result: { stopReason: 'end_turn' } });
  }
});
if (does('stubborn')) setInterval(() => {}, 1000);
