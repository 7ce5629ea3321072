import type { Dialect } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { requestIn, sessionId } from '../client-line.ts';
import { isAbsolute } from '../malformed-call.ts';
import type { ClientSurvey } from '../survey.ts';

/** What an agent must have offered before a client may call a method. The agent of the kit offers none of it. */
const unoffered: Readonly<Record<Dialect, readonly string[]>> = {
  v1: ['session/load', 'session/list', 'session/resume', 'session/close', 'session/delete', 'logout', 'authenticate'],
  june: ['session/load', 'session/list', 'session/resume', 'session/close', 'session/delete', 'logout', 'authenticate'],
  november: ['session/delete', 'auth/login', 'auth/logout', 'tool_call/cancel', 'terminal/cancel'],
};

/** How a client opens a session and sends a prompt. */
export const promptChecks: readonly ClientCheck[] = [
  {
    id: 'session.new',
    title: 'a client opens a session after the handshake, with an absolute working directory.',
    requirements: { v1: ['B3', 'C7'], june: ['B3', 'C7'], november: ['B3', 'N37'] },
    async run({ survey }) {
      const frame = survey.client?.requests('session/new')[0];
      if (frame === undefined) skip('the client opened no session by itself; a script can make it (--script)');
      const { cwd } = requestIn(frame).params;
      if (!isAbsolute(cwd)) fail(`cwd is ${JSON.stringify(cwd)}, which is not absolute`, frame);
    },
  },
  {
    id: 'session.directories',
    title: 'a client names further directories only to an agent that takes them.',
    requirements: { v1: ['C10'], june: ['C10'], november: ['C10'] },
    async run({ survey }) {
      for (const frame of survey.client?.requests('session/new') ?? []) {
        const { additionalDirectories } = requestIn(frame).params;
        if (Array.isArray(additionalDirectories) && additionalDirectories.length > 0)
          fail('session/new has additionalDirectories, which the agent does not offer', frame);
      }
    },
  },
  {
    id: 'session.servers',
    title: 'a client sends only MCP servers of a kind that the agent takes.',
    requirements: { v1: ['C9'], june: ['C9'], november: ['C9'] },
    async run({ survey }) {
      for (const frame of survey.client?.requests('session/new') ?? []) {
        const { mcpServers } = requestIn(frame).params;
        const servers = Array.isArray(mcpServers) ? mcpServers.filter(isObject) : [];
        // In v1 every agent takes servers on standard input and output.
        const refused = servers.find(({ type }) => survey.dialect !== 'v1' || type === 'http' || type === 'sse');
        if (refused !== undefined) fail(`session/new has a server of the type ${refused['type'] ?? 'stdio'}`, frame);
      }
    },
  },
  {
    id: 'session.offered-only',
    title: 'a client calls only what the agent offers.',
    requirements: { v1: ['C3', 'C4'], june: ['C3', 'C4'], november: ['C3', 'N63', 'N69'] },
    async run({ survey }) {
      const methods = unoffered[survey.dialect];
      const called = callsOf(survey).find(
        ({ message }) => isObject(message) && methods.includes(String(message['method'])),
      );
      if (called !== undefined)
        fail('it called a method that this agent does not offer', survey.client?.line.frames[1], called);
    },
  },
  {
    id: 'prompt.sent',
    title: 'a client sends its prompt to a session that it has opened, and only after the answer.',
    requirements: { v1: ['C7'], june: ['C7'], november: ['C7'] },
    async run({ survey }) {
      const frame = firstPrompt(survey);
      const { params } = requestIn(frame);
      if (params['sessionId'] !== sessionId) fail(`the prompt is for ${JSON.stringify(params['sessionId'])}`, frame);
      const frames = survey.client?.line.frames ?? [];
      const opened = frames.find(({ from, message }) => {
        const result = from === 'agent' && isObject(message) ? message['result'] : undefined;
        return isObject(result) && result['sessionId'] === sessionId;
      });
      if (opened === undefined || frames.indexOf(opened) > frames.indexOf(frame))
        fail('the prompt came before the session was there', frame, opened);
    },
  },
  {
    id: 'prompt.content',
    title: 'a prompt is not empty, and has only content that the agent takes: text and links.',
    requirements: { v1: ['C8'], june: ['C8'], november: ['C8', 'N69'] },
    async run({ survey }) {
      const frame = firstPrompt(survey);
      const { prompt } = requestIn(frame).params;
      if (!Array.isArray(prompt)) fail('it has no content', frame);
      if (prompt.length === 0 && survey.dialect === 'november') fail('it is empty', frame);
      const types = prompt.map((block: unknown) => (isObject(block) ? block['type'] : undefined));
      const other = types.find((type) => type !== 'text' && type !== 'resource_link');
      if (types.length > 0 && other !== undefined) fail(`it has content of the type ${JSON.stringify(other)}`, frame);
    },
  },
  {
    id: 'prompt.error',
    title: 'a client survives a prompt that is answered with an error.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['K5'] },
    async run(stage) {
      if (!stage.survey.didPrompt) skip(stage.survey.whyNoPrompt);
      await stage.start();
      const { client } = await stage.opened();
      const prompt = await client.request('session/prompt');
      const error = { code: -32603, message: 'The check refuses this prompt.' };
      const sent = client.line.send({ jsonrpc: '2.0', id: prompt.id, error });
      if (await stillTalks(stage.alive.bind(stage, client, 'an error', sent))) return;
      const exit = await stage.ended();
      if (exit === undefined) fail('the client ended the connection and did not end itself', sent);
      if (exit.signal !== undefined) fail(`the client was ended by ${exit.signal}`, sent);
    },
  },
  {
    id: 'prompt.second',
    title: 'a second prompt goes to the same session, when the first turn has ended.',
    requirements: { v1: ['C7'], june: ['C7'], november: ['C7'] },
    scene: 'second-prompt',
    async run(stage) {
      stage.needScript();
      const { client, prompt } = await stage.prompted();
      client.say('First.');
      client.end(prompt);
      const second = await comes(() => client.request('session/prompt', 2), 'the client sent no second prompt');
      if (second.params['sessionId'] !== sessionId) fail('it is for another session', prompt.frame, second.frame);
      client.begin(second);
      client.end(second);
      await stage.aliveOrDone(client, 'the second turn');
      // A request that was answered has freed its id.
      if (second.id === prompt.id) warn('it has the id of the first', prompt.frame, second.frame);
    },
  },
];

/** Waits for something that a script was to bring about; the check is skipped if it does not come. */
async function comes<T>(work: () => Promise<T>, otherwise: string): Promise<T> {
  try {
    return await work();
  } catch {
    return skip(otherwise);
  }
}

async function stillTalks(alive: () => Promise<void>): Promise<boolean> {
  try {
    await alive();
    return true;
  } catch {
    return false;
  }
}

function firstPrompt(survey: ClientSurvey): SeenFrame {
  return survey.client?.requests('session/prompt')[0] ?? skip(survey.whyNoPrompt);
}

/** Returns the calls of the client up to the end of the turn; how it leaves is its own business. */
function callsOf({ client, end }: ClientSurvey): readonly SeenFrame[] {
  const frames = client?.line.frames ?? [];
  const last = end === undefined ? frames.length : frames.indexOf(end);
  return frames.slice(0, last).filter(({ from, message }) => from === 'client' && isCallMessage(message));
}

function isCallMessage(message: unknown): message is JsonObject {
  return isObject(message) && typeof message['method'] === 'string';
}
