import { toolLine } from '../tool-line.ts';

// Says that it is ready, and at the first byte of input writes one update with as many items as its argument says.
const items = Number(process.argv[2]);
const content = Array.from({ length: items }, () => toolLine);
const update = { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', content };
const line = Buffer.from(
  `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'session-1', update } })}\n`,
);
process.stdout.write('{"jsonrpc":"2.0","method":"_bench/ready"}\n');
process.stdin.once('data', () => process.stdout.write(line));
