import { isObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { area } from '../agent-check.ts';
import { isIdle, isState, updateOf } from '../agent-line.ts';
import { allowing } from '../permission-answer.ts';
import { isMessage, toldCalls } from '../told-messages.ts';

/** The states of a session in the November draft. */
export const stateChecks = area('shared', [
  {
    id: 'states.running',
    title: 'a session is running, or waits for its user, before the agent says anything in it.',
    requirements: { november: ['N25'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { updates, end } = await scene.turn(agent, sessionId);
      const busy = updates.findIndex((frame) => isState(frame) && !isIdle(frame));
      if (busy === -1) fail('the session was never told to be running', end);
      const said = updates.findIndex((frame) => isMessage(frame) && !/^user_/.test(tagOf(frame)));
      if (said !== -1 && said < busy) fail('the agent spoke before it was running', updates[said], updates[busy]);
    },
  },
  {
    id: 'states.answered-early',
    title: 'a prompt is answered when it is taken, not when its work is done.',
    requirements: { november: ['N22'] },
    async run(scene) {
      const { agent, sessionId, answer } = await scene.running();
      // The turn runs until it is cancelled: an agent that waits for its end does not answer.
      const { error, frame } = await answer;
      if (error !== undefined) fail('it was answered with an error, though its work has begun', frame);
      agent.cancel(sessionId);
    },
  },
  {
    id: 'states.requires-action',
    title: 'a session that waited for its user runs again, or is idle, after the answer.',
    requirements: { november: ['N26'] },
    async run(scene) {
      const text = scene.prompt('permission');
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      const { updates } = await needing('permission.asked', () => agent.turn(sessionId, text));
      const states = updates.filter(isState).map((frame) => updateOf(frame)?.update['state']);
      const waited = states.indexOf('requires_action');
      if (waited === -1) warn('the session was never told to wait for its user', ...updates.filter(isState));
      const next = states[waited + 1];
      if (next !== 'running' && next !== 'idle') fail(`it is "${next}" after it waited`, ...updates.filter(isState));
    },
  },
  {
    id: 'states.held',
    title: 'prompts while the agent is busy are taken, or held and refused with -32800 when the work is cancelled.',
    requirements: { november: ['N27', 'N28'] },
    async run(scene) {
      const { agent, sessionId, turn } = await scene.running();
      const from = agent.line.frames.length;
      const held = agent.line.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Hello' }] });
      await agent.settled();
      const cancel = agent.cancel(sessionId);
      const { error, frame } = await held.answer;
      const { updates } = await turn;
      const echo = agent.updatesOf(sessionId, from).find((each) => /^user_/.test(tagOf(each)));
      if (error === undefined) {
        // What was taken before the cancel ends with the work; what was held must not begin after it.
        const end = updates.findLast(isState);
        const { evidence } = agent.line;
        const isLate = echo !== undefined && end !== undefined && evidence.placeOf(echo) > evidence.placeOf(end);
        if (isLate) fail('it was held, and began after the cancelled work had ended', cancel, end, echo, frame);
        return;
      }
      if (error['code'] !== -32800) fail(`it was refused with ${error['code']}, not -32800`, frame);
      if (echo !== undefined) fail('a refused prompt became a message', frame, echo);
    },
  },
  {
    id: 'states.held-order',
    company: 'own',
    title: 'prompts that are held while the agent is busy are taken in the order in which they came.',
    requirements: { november: ['N27'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      const prompt = [{ type: 'text', text: scene.prompts.ordinary }];
      const asked = Array.from({ length: 4 }, () => agent.line.ask('session/prompt', { sessionId, prompt }));
      const answers = await needing('prompt.ends', () => Promise.all(asked.map(({ answer }) => answer)));
      const [first, ...later] = answers;
      if (first?.error !== undefined) skip('needs prompt.ends, which fails');
      const refused = later.find(({ error }) => error !== undefined);
      if (refused !== undefined) fail('a prompt was refused because the agent was busy', refused.frame);
      // What was not taken before some work had ended was held.
      const { evidence } = agent.line;
      const idle = agent.updatesOf(sessionId).find((frame) => isState(frame) && isIdle(frame));
      const places = answers.map(({ frame }) => evidence.placeOf(frame));
      const end = idle === undefined ? Number.POSITIVE_INFINITY : evidence.placeOf(idle);
      const held = answers.filter((_, index) => (places[index] ?? 0) > end);
      if (held.length < 2) skip('the agent takes prompts while it works');
      const late = held.findIndex(({ frame }, index) => {
        const next = held[index + 1];
        return next !== undefined && evidence.placeOf(next.frame) < evidence.placeOf(frame);
      });
      if (late !== -1) fail('a later prompt was taken before an earlier one', held[late + 1]?.frame, held[late]?.frame);
      const echoes = agent.updatesOf(sessionId).filter((frame) => updateOf(frame)?.update['messageId'] !== undefined);
      const placesOfIds = held.map(({ result }) => {
        const id = isObject(result) ? result['messageId'] : undefined;
        return echoes.findIndex((frame) => /^user_/.test(tagOf(frame)) && updateOf(frame)?.update['messageId'] === id);
      });
      const told = placesOfIds.filter((place) => place !== -1);
      if (told.some((place, index) => index > 0 && place < (told[index - 1] ?? 0)))
        fail('a later prompt was told before an earlier one', ...echoes.filter((frame) => /^user_/.test(tagOf(frame))));
    },
  },
  {
    id: 'states.withdrawn',
    title: 'a prompt that is held and withdrawn with $/cancel_request is refused with -32800, and becomes no message.',
    requirements: { november: ['N32'] },
    async run(scene) {
      const { agent, sessionId, turn } = await scene.running();
      const from = agent.line.frames.length;
      const held = agent.line.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Hello' }] });
      await agent.settled();
      const withdrawal = agent.line.notify('$/cancel_request', { requestId: held.id });
      const { error, frame } = await held.answer;
      const echo = agent.updatesOf(sessionId, from).find((each) => /^user_/.test(tagOf(each)));
      agent.cancel(sessionId);
      await needing('cancel.running', () => turn);
      if (error === undefined) {
        // An agent that takes it at once has nothing to withdraw; one that takes it after its work had held it.
        const { evidence } = agent.line;
        const end = agent.updatesOf(sessionId, from).find((each) => isState(each) && isIdle(each));
        if (end !== undefined && evidence.placeOf(end) < evidence.placeOf(frame))
          fail('it was held, and taken when the work had ended', withdrawal, end, frame);
        skip('the agent takes prompts while it works');
      }
      if (error['code'] !== -32800) fail(`it was refused with ${error['code']}, not -32800`, withdrawal, frame);
      if (echo !== undefined) fail('it became a message', withdrawal, frame, echo);
    },
  },
  {
    id: 'states.silent-cancel',
    title: 'a cancel when nothing runs is not told.',
    requirements: { november: ['N28'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      await agent.settled();
      const from = agent.line.frames.length;
      const cancel = agent.cancel(sessionId);
      await agent.settled();
      const told = agent.updatesOf(sessionId, from).find(isState);
      if (told !== undefined) fail('a state was told after it', cancel, told);
    },
  },
  {
    id: 'states.background',
    title: 'what is said to run in the background was announced, and is named once.',
    requirements: { november: ['N39'] },
    async run(scene) {
      const text = scene.prompt('tool');
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      const { updates } = await scene.turn(agent, sessionId, text);
      const lists = updates.filter((frame) => Array.isArray(updateOf(frame)?.update['background']));
      if (lists.length === 0) skip('the agent does not tell what runs in the background');
      for (const frame of lists) checkBackground(frame, updates);
    },
  },
]);

function checkBackground(frame: SeenFrame, updates: readonly SeenFrame[]): void {
  const before = updates.slice(0, updates.indexOf(frame));
  const terminals = new Set(before.map((each) => updateOf(each)?.update['terminalId']));
  const calls = toldCalls(before);
  const seen = new Set<string>();
  const listed = updateOf(frame)?.update['background'];
  for (const item of Array.isArray(listed) ? listed.filter(isObject) : []) {
    const { type, toolCallId, terminalId } = item;
    const name = JSON.stringify([type, toolCallId, terminalId]);
    if (seen.has(name)) fail('something is named twice', frame);
    seen.add(name);
    const isKnown = type === 'tool_call' ? calls.has(toolCallId) : type !== 'terminal' || terminals.has(terminalId);
    if (!isKnown) fail(`the ${type} "${toolCallId ?? terminalId}" was not announced`, frame);
  }
}

const tagOf = (frame: SeenFrame) => String(updateOf(frame)?.update['sessionUpdate']);
