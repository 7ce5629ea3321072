// A v1 agent made with the official SDK. A prompt is a JSON list of what it is to ask of its client, one after the other:
// [method, params]; the answers, or errors, come back as a message. 'TERMINAL' in params is the terminal created last.
import { Readable, Writable } from 'node:stream';
import { agent, ndJsonStream } from '@agentclientprotocol/sdk';

let capabilities;
let sessions = 0;
agent({ name: 'official' })
  .onRequest('initialize', ({ params }) => {
    capabilities = params.clientCapabilities;
    return { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { close: {} } } };
  })
  .onRequest('session/new', () => ({ sessionId: `s${++sessions}` }))
  .onRequest('session/close', ({ params }) => {
    if (params.sessionId === 's2') throw new Error('The second session is not closed.');
    return {};
  })
  .onRequest('session/prompt', async ({ params, client }) => {
    const { sessionId } = params;
    const answers = [{ fs: capabilities?.fs, terminal: capabilities?.terminal }];
    let terminal = '';
    for (const [method, asked] of JSON.parse(params.prompt[0].text)) {
      const filled = JSON.parse(JSON.stringify(asked).replaceAll('TERMINAL', terminal));
      if (method === 'session/update') {
        await client.notify(method, { sessionId, ...filled });
        continue;
      }
      try {
        const answer = await client.request(method, { sessionId, ...filled });
        terminal = answer?.terminalId ?? terminal;
        answers.push(answer);
      } catch (error) {
        answers.push({ code: error.code, message: error.message });
      }
    }
    const content = { type: 'text', text: JSON.stringify(answers) };
    await client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } });
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
