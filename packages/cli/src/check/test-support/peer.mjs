// A peer of the tests of `emend check`: `node peer.mjs MODE [FILE]`. With FILE, it notes the ids of its processes there.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [mode, notes] = process.argv.slice(2);
const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
if (notes !== undefined) appendFileSync(notes, `${process.pid}\n`);

switch (mode) {
  case 'exits':
    console.error('no licence\x1b[2J here');
    process.exit(7);
    break;
  case 'silent':
    process.stdin.resume();
    break;
  case 'garbage':
    console.log('Welcome!\x1b[31m');
    process.stdin.on('data', () => console.log('what?'));
    break;
  case 'flood': {
    const lines = `${JSON.stringify({ jsonrpc: '2.0', method: '_flood', params: {} })}\n`.repeat(1_000);
    const pour = () => {
      while (process.stdout.write(lines));
    };
    process.stdout.on('drain', pour);
    process.stdout.on('error', () => process.exit());
    process.stdin.on('end', () => process.exit()).resume();
    pour();
    break;
  }
  case 'client':
    write({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
    process.stdin.resume();
    break;
  case 'leaves-child': {
    // It ends with its input; its child does not.
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    child.unref();
    appendFileSync(notes, `${child.pid}\n`);
    agent();
    break;
  }
  default:
    agent();
}

/** Reads the lines of the input; in one mode each piece of it is decoded by itself. */
function lines(onLine) {
  if (mode !== 'pieces') return createInterface({ input: process.stdin }).on('line', onLine);
  let rest = '';
  return process.stdin.on('data', (bytes) => {
    const found = (rest + bytes.toString()).split('\n');
    rest = found.pop();
    found.forEach(onLine);
  });
}

/** An agent of version 1, with one defect that its mode names. */
function agent() {
  let sessions = 0;
  const answers = {
    initialize: () => ({
      protocolVersion: 1,
      agentInfo: { name: mode === 'hostile' ? '\x1b]0;owned\x07<&"]]>' : 'tiny', version: '1' },
      agentCapabilities: { loadSession: false },
      authMethods: [],
    }),
    'session/new': () => ({ sessionId: `s${++sessions}` }),
    'session/prompt': () => ({ stopReason: mode === 'hostile' ? '\x1b[2J\u202e]]>\0"|`' : 'end_turn' }),
  };
  lines((line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = answers[method];
    if (answer === undefined) {
      write({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
      return;
    }
    if (method === 'session/new' && mode === 'stuck') return;
    if (method === 'session/prompt') {
      const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } };
      write({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: params.sessionId, update } });
      if (mode === 'hostile') console.error('I made that up\x1b[2J');
      if (mode === 'twice') write({ jsonrpc: '2.0', id, result: answer() });
    }
    write({ jsonrpc: '2.0', id, result: answer() });
  });
}
