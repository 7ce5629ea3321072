import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, Judgement, skip } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { type ClientLine, earlierSession, type SeenRequest } from '../client-line.ts';
import type { ClientStage } from '../client-stage.ts';
import { isAbsolute, malformedCall } from '../malformed-call.ts';

/** Cursors are opaque: this one has everything in it that somebody might want to change. */
const cursor = ' emend/check?cursor=%20&ä+"\\';

/** How a client opens an earlier session. */
export const loadChecks: readonly ClientCheck[] = [
  {
    id: 'load.request',
    title: 'a client opens an earlier session by a well-formed request, with an absolute working directory.',
    requirements: { v1: ['B3'], june: ['B3'], november: ['B3'] },
    scene: 'load',
    async run(stage) {
      const { request } = await loading(stage);
      const problem = malformedCall(request.frame, stage.dialect);
      if (problem !== undefined) fail(problem, request.frame);
      if (!isAbsolute(request.params['cwd'])) fail('its working directory is not absolute', request.frame);
    },
  },
  {
    id: 'load.replay',
    title: 'a client takes the history of a session, which comes before the answer.',
    requirements: { v1: ['C17'], june: ['C17'], november: ['N50'] },
    scene: 'load',
    async run(stage) {
      const { client, request } = await loading(stage);
      const sent = client.line.frames.filter(
        ({ message }) => isObject(message) && message['method'] === 'session/update',
      );
      await stage.aliveOrDone(client, 'the history of a session', request.frame, ...sent);
    },
  },
  {
    id: 'list.cursor',
    title: 'a client asks for the next page with the cursor as it was given, and stops where there is none.',
    requirements: { v1: ['C12'], june: ['C12'], november: ['C12'] },
    scene: 'load',
    async run(stage) {
      const client = await listing(stage);
      const lists = client.requests('session/list');
      if (lists.length === 0) skip('the client lists no sessions in the scene "load"');
      for (const frame of lists) {
        const params = isObject(frame.message) && isObject(frame.message['params']) ? frame.message['params'] : {};
        const given = params['cursor'];
        if (given !== undefined && given !== null && given !== cursor)
          fail(`the cursor is ${JSON.stringify(given)}, not ${JSON.stringify(cursor)}`, frame);
      }
      const further = lists.filter(({ message }) => isObject(message) && cursorOf(message) === cursor);
      if (further.length > 1) fail('it asks for the page after the last one', ...further);
    },
  },
  {
    id: 'list.empty-cursor',
    title: 'an empty cursor is a cursor like any other, and not the end of a list.',
    requirements: { november: ['C12'] },
    scene: 'load',
    async run(stage) {
      stage.needScript();
      await stage.start({ earlierSessions: true, prepare: listWithEmptyCursor });
      const client = await stage.connected();
      await firstOf(client).catch((error: unknown) => {
        if (!(error instanceof Judgement)) throw error;
      });
      const lists = client.requests('session/list');
      const asked = (given: string) => lists.find(({ message }) => isObject(message) && cursorOf(message) === given);
      const last = asked(cursor) ?? skip('the client asks for no further pages in the scene "load"');
      const answer = client.line.frames.find(({ message }) => {
        return isObject(message) && isObject(message['result']) && message['result']['nextCursor'] === '';
      });
      if (asked('') === undefined) fail('it does not ask for the page after the empty cursor', last, answer);
    },
  },
];

/** Lets the agent list its earlier sessions on three pages, the last one with an empty cursor. */
function listWithEmptyCursor(client: ClientLine): void {
  tellHistory(client);
  client.line.responders.set('session/list', (params) => {
    const cwd = typeof params['cwd'] === 'string' ? params['cwd'] : '/';
    const page = (sessionId: string, title: string) => [{ sessionId, cwd, title }];
    if (params['cursor'] === '') return { sessions: page(earlierSession, 'Earlier') };
    if (params['cursor'] === cursor)
      return { sessions: page('emend-check-second-page', 'Second page'), nextCursor: '' };
    return { sessions: page('emend-check-first-page', 'First page'), nextCursor: cursor };
  });
}

/** Starts the client, and waits until it has opened the earlier session. */
async function loading(stage: ClientStage): Promise<{ readonly client: ClientLine; readonly request: SeenRequest }> {
  stage.needScript();
  await stage.start({ earlierSessions: true, prepare: tellHistory });
  const client = await stage.connected();
  try {
    return { client, request: await firstOf(client) };
  } catch (error) {
    if (error instanceof Judgement) skip('the client opened no earlier session in the scene "load"');
    throw error;
  }
}

/** Starts the client, and waits until it has opened the earlier session, or has given up. */
async function listing(stage: ClientStage): Promise<ClientLine> {
  stage.needScript();
  try {
    return (await loading(stage)).client;
  } catch (error) {
    if (!(error instanceof Judgement)) throw error;
    return stage.connected();
  }
}

async function firstOf(client: ClientLine): Promise<SeenRequest> {
  const { openings } = client.words;
  return Promise.any(openings.map((method) => client.request(method))).catch((error: AggregateError) => {
    throw error.errors[0];
  });
}

/** Lets the agent list its earlier sessions on two pages, tell the history of the one that is opened, and answer what is asked in it. */
function tellHistory(client: ClientLine): void {
  const { line, words } = client;
  line.responders.set('session/list', (params) => {
    const cwd = typeof params['cwd'] === 'string' ? params['cwd'] : '/';
    if (params['cursor'] === cursor) return { sessions: [{ sessionId: earlierSession, cwd, title: 'Earlier' }] };
    return { sessions: [{ sessionId: 'emend-check-first-page', cwd, title: 'First page' }], nextCursor: cursor };
  });
  // A client, or its script, may go on with the session.
  line.responders.set('session/prompt', (params, id) => {
    const session = typeof params['sessionId'] === 'string' ? params['sessionId'] : earlierSession;
    client.begin({ id, params }, session);
    client.say('As I said.', session);
    client.end({ id, params }, 'end_turn', session);
    return undefined;
  });
  for (const method of words.openings) {
    line.responders.set(method, () => {
      for (const update of words.knownUpdates()) {
        // A notice is no part of a history.
        if (update['sessionUpdate'] !== 'notice') client.update(update, earlierSession);
      }
      if (words.endsByState) client.update({ sessionUpdate: 'state_update', state: 'idle' }, earlierSession);
      return {};
    });
  }
}

function cursorOf({ params }: JsonObject): unknown {
  return isObject(params) ? params['cursor'] : undefined;
}
