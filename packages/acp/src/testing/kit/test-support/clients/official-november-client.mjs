// A client on the API of the official SDK for the November draft. Its arguments are the command of its agent; EMEND_SCENE says what it does.
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream } from '@agentclientprotocol/sdk/experimental/v2';

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
let isBusy = false;
let ended = () => {};

await client({ name: 'official' })
  .onNotification('session/update', ({ params: { update } }) => {
    if (JSON.stringify(update).includes('Cancel now.')) cue();
    if (update.sessionUpdate !== 'state_update') return;
    if (update.state === 'idle' && isBusy) ended();
    isBusy = update.state !== 'idle';
  })
  .onRequest('session/request_permission', ({ params }) => {
    if (isCancelled) return { outcome: { outcome: 'cancelled' } };
    const allowed = params.options.find((option) => option.kind === 'allow_once');
    if (allowed === undefined) return { outcome: { outcome: 'cancelled' } };
    return { outcome: { outcome: 'selected', optionId: allowed.optionId } };
  })
  .connectWith(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)), async (agent) => {
    const info = { name: 'official', version: '1' };
    const { protocolVersion } = await agent.request('initialize', { protocolVersion: 2, info, capabilities: {} });
    if (protocolVersion !== 2) throw new Error(`The agent speaks version ${protocolVersion}.`);
    if (scene === 'load') {
      let cursor;
      do {
        const page = await agent.request('session/list', cursor === undefined ? {} : { cursor });
        for (const { sessionId } of page.sessions) {
          if (sessionId !== 'emend-check-earlier') continue;
          await agent.request('session/resume', { sessionId, cwd, replayFrom: { type: 'start' } });
        }
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return;
    }
    const { sessionId } = await agent.request('session/new', { cwd });
    const lost = new Promise((_, reject) => child.once('exit', () => reject(new Error('The agent has ended.'))));
    lost.catch(() => {});
    const turn = async (words) => {
      const end = new Promise((resolve) => {
        ended = resolve;
      });
      await agent.request('session/prompt', { sessionId, prompt: text(words) });
      await Promise.race([end, lost]);
    };
    const first = turn('Hello');
    if (scene === 'cancel') {
      await cued;
      isCancelled = true;
      await agent.notify('session/cancel', { sessionId });
    }
    await first;
    if (scene === 'second-prompt') await turn('And again');
  });
child.stdin.end();
