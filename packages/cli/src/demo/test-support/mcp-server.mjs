// A minimal MCP server, on standard input and output or over HTTP on a free port of this machine (`--http`, which prints the address).
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const tools = [
  {
    name: 'add',
    description: 'Adds two numbers',
    inputSchema: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'number' }, b: { type: 'number' } } },
  },
  { name: 'hello', description: 'Says hello', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'break',
    description: 'Fails',
    inputSchema: { type: 'object', required: ['why'], properties: { why: { type: 'string' } } },
  },
];

function call({ name, arguments: input }) {
  if (name === 'add') return { content: [{ type: 'text', text: String(input.a + input.b) }] };
  if (name === 'hello') return { content: [{ type: 'text', text: `hello from ${process.env.GREETER ?? 'nobody'}` }] };
  return { isError: true, content: [{ type: 'text', text: 'it broke' }] };
}

function answer({ id, method, params }) {
  if (id === undefined) return undefined;
  if (method === 'initialize') {
    const result = {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'test', version: '1' },
    };
    return { jsonrpc: '2.0', id, result };
  }
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: { tools } };
  if (method === 'tools/call') return { jsonrpc: '2.0', id, result: call(params) };
  return { jsonrpc: '2.0', id, error: { code: -32601, message: `no ${method}` } };
}

if (process.argv.includes('--http')) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return response.writeHead(405).end();
    if (request.headers['x-key'] !== 'open') return response.writeHead(403).end();
    const reply = answer(JSON.parse(body));
    if (reply === undefined) return response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    const reply = answer(JSON.parse(line));
    if (reply !== undefined) process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}
