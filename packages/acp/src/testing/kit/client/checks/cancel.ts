import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, Judgement, skip } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { type ClientLine, type SeenRequest, sessionId } from '../client-line.ts';
import { ask, checkOutcome } from './permission.ts';

const options: readonly JsonObject[] = [
  { optionId: 'yes-1', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no-1', name: 'Reject', kind: 'reject_once' },
];

/** What the agent of the kit says when a script is to cancel. */
const cue = 'Cancel now.';

/** How a client cancels a turn. */
export const cancelChecks: readonly ClientCheck[] = [
  {
    id: 'cancel.sent',
    title: 'a client cancels a turn by a notification that names the session.',
    requirements: { v1: ['C20'], june: ['C20'], november: ['N64'] },
    scene: 'cancel',
    async run(stage) {
      stage.needScript();
      const { client, prompt } = await stage.prompted();
      client.say(cue);
      const { frame, id, params } = await cancelOf(client);
      if (id !== undefined) fail('it is a request, which has an id', frame);
      if (params['sessionId'] !== sessionId) fail(`it names ${JSON.stringify(params['sessionId'])}`, frame);
      const sent = [client.say('Stopping.'), client.end(prompt, 'cancelled')];
      await stage.aliveOrDone(client, 'a turn that was cancelled', ...sent);
    },
  },
  {
    id: 'cancel.permission',
    title: 'a client that cancels answers every open permission request with "cancelled".',
    requirements: { v1: ['C20'], june: ['C20'], november: ['N64'] },
    scene: 'cancel',
    async run(stage) {
      stage.needScript();
      const { client } = await stage.prompted();
      const open = ask(client, 'open', options);
      const closed = client.line.answerTo(open.id, 'session/request_permission');
      closed.catch(() => {});
      client.say(cue);
      const cancel = await cancelOf(client);
      const answered = await closed;
      const { frames } = client.line;
      // A client that had answered by itself before had none open.
      const wasOpen = frames.indexOf(answered.frame) > frames.indexOf(cancel.frame);
      if (wasOpen && checkOutcome(stage, answered.frame, open.sent, options)['outcome'] !== 'cancelled')
        fail('one that was open was not answered with "cancelled"', open.sent, cancel.frame, answered.frame);
      // The agent has not read the cancel yet when it asks; what it asks then is answered at once.
      const { id, sent } = ask(client, 'crossing', options);
      const answer = await client.line.answerTo(id, 'session/request_permission');
      const outcome = checkOutcome(stage, answer.frame, sent, options);
      if (outcome['outcome'] !== 'cancelled')
        fail('it was not answered with "cancelled"', cancel.frame, sent, answer.frame);
    },
  },
  {
    id: 'cancel.late-updates',
    title: 'a client still takes the updates of a turn that it has cancelled.',
    requirements: { v1: ['C21'], june: ['C21'], november: ['N57'] },
    scene: 'cancel',
    async run(stage) {
      stage.needScript();
      const { client, prompt } = await stage.prompted();
      client.update(client.words.announced({ toolCallId: 'running', status: 'in_progress' }));
      client.say(cue);
      await cancelOf(client);
      const sent = [
        client.update(client.words.changed({ toolCallId: 'running', status: 'failed' })),
        client.say('Stopped.'),
      ];
      await stage.alive(client, 'updates after a cancel', ...sent);
      client.end(prompt, 'cancelled');
    },
  },
];

/** Waits for the cancel that the script is to bring about. */
async function cancelOf(client: ClientLine): Promise<SeenRequest> {
  try {
    const request = await client.request('session/cancel');
    return { ...request, params: isObject(request.params) ? request.params : {} };
  } catch (error) {
    if (error instanceof Judgement) skip('the client sent no session/cancel in the scene "cancel"');
    throw error;
  }
}
