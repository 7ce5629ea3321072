import { resultOf } from '../../peer-line.ts';
import { fail, warn } from '../../verdict.ts';
import { area, noSession } from '../agent-check.ts';
import { updateOf } from '../agent-line.ts';
import { entriesOf } from './listing.ts';

/** How an agent closes and deletes sessions. */
export const endingChecks = area('shared', [
  {
    id: 'close.ends',
    title: 'a session that is closed takes no prompts any more.',
    requirements: { v1: ['A17'], june: ['A17'], november: ['N34', 'N36'] },
    async run(scene) {
      scene.requires('canClose');
      const { agent, sessionId } = await scene.session();
      resultOf(await agent.line.request('session/close', { sessionId }), 'session/close');
      const prompt = [{ type: 'text', text: scene.prompts.ordinary }];
      const { error, frame } = await agent.line.request('session/prompt', { sessionId, prompt });
      if (error === undefined) fail('a prompt to a closed session was answered with a result', frame);
    },
  },
  {
    id: 'close.running',
    title: 'closing a session cancels its turn.',
    requirements: { v1: ['A17'], june: ['A17'], november: ['N34'] },
    async run(scene) {
      scene.requires('canClose');
      const { agent, sessionId, turn } = await scene.running();
      const closed = await agent.line.request('session/close', { sessionId });
      resultOf(closed, 'session/close');
      const { answer, stopReason, end } = await turn;
      if (answer.error !== undefined) fail('the prompt was answered with an error', closed.frame, answer.frame);
      if (stopReason !== 'cancelled') fail(`the turn ended with "${stopReason}"`, closed.frame, end);
      if (scene.dialect !== 'november') return;
      await agent.settled();
      const late = agent.line.frames
        .slice(agent.line.evidence.placeOf(closed.frame) + 1)
        .find((frame) => updateOf(frame)?.sessionId === sessionId);
      if (late !== undefined) fail('an update of the session came after it was closed', closed.frame, late);
    },
  },
  {
    id: 'close.unknown',
    title: 'closing a session that does not exist is answered, with success or an error.',
    requirements: { v1: ['A17'], june: ['A17'], november: ['N34'] },
    async run(scene) {
      scene.requires('canClose');
      const agent = await scene.open();
      const { error, frame } = await agent.line.request('session/close', { sessionId: noSession });
      if (scene.dialect === 'november' && error !== undefined) warn('it was answered with an error', frame);
    },
  },
  {
    id: 'delete.gone',
    title: 'a session that is deleted is not listed any more; in v2 it cannot be opened either.',
    requirements: { v1: ['A20'], june: ['A20'], november: ['N20'] },
    async run(scene) {
      scene.requires('canDelete');
      if (scene.dialect === 'v1') scene.requires('canList');
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      resultOf(await agent.line.request('session/delete', { sessionId }), 'session/delete');
      if (scene.offers('canList')) {
        const isListed = (await entriesOf(agent)).some((entry) => entry['sessionId'] === sessionId);
        if (isListed) fail('it is still listed', ...agent.line.frames.slice(-2));
      }
      // The text of v1 only says that it is deleted from the list.
      if (scene.dialect === 'v1' || !scene.offers('canReplay')) return;
      const { method, params } = agent.words.replay(sessionId, scene.cwd);
      const { error, frame } = await agent.line.request(method, params);
      if (error === undefined) fail('it can still be opened', frame);
    },
  },
  {
    id: 'delete.unknown',
    title: 'deleting a session that does not exist is answered, with success or an error.',
    requirements: { v1: ['A20'], june: ['A20'], november: ['N20'] },
    async run(scene) {
      scene.requires('canDelete');
      const agent = await scene.open();
      await agent.line.request('session/delete', { sessionId: noSession });
    },
  },
]);
