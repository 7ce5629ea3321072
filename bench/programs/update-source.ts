// Says that it is ready, and at the first empty line of input writes as many updates as its argument says, as fast as it can.
// Before that it answers `initialize`, without which some clients take no updates.
const count = Number(process.argv[2]);
const update = JSON.stringify({
  jsonrpc: '2.0',
  method: 'session/update',
  params: {
    sessionId: 'session-0123456789',
    update: {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'message-1',
      content: { type: 'text', text: 'a few words of an answer ' },
    },
  },
});
const linesPerWrite = 300;
const block = Buffer.from(`${update}\n`.repeat(linesPerWrite));
let left = count;

function flood(): void {
  while (left > 0) {
    const lines = Math.min(left, linesPerWrite);
    left -= lines;
    const full = process.stdout.write(block.subarray(0, (block.length / linesPerWrite) * lines));
    if (!full) {
      process.stdout.once('drain', flood);
      return;
    }
  }
}

process.stdout.write('{"jsonrpc":"2.0","method":"_bench/ready"}\n');
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  if (text.startsWith('\n')) flood();
  else {
    const { id } = JSON.parse(text) as { id: unknown };
    const result = { protocolVersion: 2, info: { name: 'bench', version: '1' }, capabilities: {} };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  }
});

export {};
