// A client on the v1 API of the official SDK. Its arguments are the command of its agent; EMEND_SCENE says what it does.
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream } from '@agentclientprotocol/sdk';

const [file, ...args] = process.argv.slice(2);
const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const scene = process.env.EMEND_SCENE ?? 'prompt';
const text = (words) => [{ type: 'text', text: words }];
const cwd = process.cwd();
let cue;
const cued = new Promise((resolve) => {
  cue = resolve;
});
let isCancelled = false;

await client({ name: 'official' })
  .onNotification('session/update', ({ params }) => {
    if (JSON.stringify(params).includes('Cancel now.')) cue();
  })
  .onRequest('session/request_permission', ({ params }) => {
    if (isCancelled) return { outcome: { outcome: 'cancelled' } };
    const allowed = params.options.find((option) => option.kind === 'allow_once');
    return { outcome: { outcome: 'selected', optionId: allowed?.optionId ?? '' } };
  })
  .connectWith(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)), async (agent) => {
    const clientInfo = { name: 'official', version: '1' };
    const { protocolVersion } = await agent.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: {},
      clientInfo,
    });
    if (protocolVersion !== 1) throw new Error(`The agent speaks version ${protocolVersion}.`);
    if (scene === 'load') {
      let cursor;
      do {
        const page = await agent.request('session/list', cursor === undefined ? {} : { cursor });
        for (const { sessionId } of page.sessions) {
          if (sessionId !== 'emend-check-earlier') continue;
          await agent.request('session/load', { sessionId, cwd, mcpServers: [] });
        }
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return;
    }
    const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
    const turn = agent.request('session/prompt', { sessionId, prompt: text('Hello') });
    if (scene === 'cancel') {
      await cued;
      isCancelled = true;
      await agent.notify('session/cancel', { sessionId });
    }
    await turn;
    if (scene === 'second-prompt') await agent.request('session/prompt', { sessionId, prompt: text('And again') });
  });
child.stdin.end();
