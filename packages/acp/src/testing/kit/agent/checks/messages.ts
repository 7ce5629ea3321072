import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { area } from '../agent-check.ts';
import { type SeenTurn, updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { isMessage, toldMessages } from '../told-messages.ts';

/** The ids of messages. */
export const messageChecks = area('shared', [
  {
    id: 'messages.ids',
    title: 'every message and every chunk has an id that is a text.',
    requirements: { june: ['A25'], november: ['N24'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      const messages = agent.updatesOf(sessionId).filter(isMessage);
      if (messages.length === 0) skip('the agent told no messages');
      const nameless = messages.find((frame) => typeof idOf(frame) !== 'string');
      if (nameless !== undefined) fail('a message has no id', nameless);
      const empty = messages.find((frame) => idOf(frame) === '');
      if (empty !== undefined) warn('the id of a message is empty', empty);
    },
  },
  {
    id: 'messages.unique-ids',
    title: 'a message has an id of its own: a new turn does not add to the messages of an earlier one.',
    requirements: { june: ['A26'], november: ['N24'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const idsOf = ({ updates }: SeenTurn) => {
        return toldMessages(updates).map(({ kind, id }) => (scene.dialect === 'june' ? `${id}` : `${kind} ${id}`));
      };
      const first = await scene.turn(agent, sessionId);
      const second = await scene.turn(agent, sessionId);
      const known = new Set(idsOf(first));
      const again = idsOf(second).find((id) => known.has(id));
      if (again !== undefined) fail(`"${again}" is the id of messages in two turns`, ...ofMessages(second).slice(0, 3));
    },
  },
  {
    id: 'messages.one-kind',
    title: 'one id is one message: not a message and a thought.',
    requirements: { june: ['A26'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const turn = await scene.turn(agent, sessionId);
      const kinds = new Map<unknown, string>();
      for (const { kind, id } of toldMessages(turn.updates)) {
        const other = kinds.get(id) ?? kind;
        if (other !== kind) fail(`"${id}" is the id of two messages`, ...ofMessages(turn).slice(0, 4));
        kinds.set(id, kind);
      }
    },
  },
  {
    id: 'messages.echo',
    title: 'a prompt is answered with the id of the one user message that it became.',
    requirements: { november: ['N22', 'N24'] },
    async run(scene) {
      const { id, echoes, turn } = await echoed(scene);
      if (typeof id !== 'string') fail('the answer has no messageId', turn.answer.frame);
      if (echoes.some((frame) => idOf(frame) === id)) return;
      fail(`no user message has the id "${id}"`, turn.answer.frame, ...echoes.slice(0, 3));
    },
  },
  {
    id: 'messages.one-echo',
    title: 'a prompt becomes one user message.',
    requirements: { november: ['N24'] },
    async run(scene) {
      const { echoes, turn } = await echoed(scene);
      const ids = new Set(echoes.map(idOf));
      if (ids.size > 1) fail(`it became ${ids.size} messages`, turn.answer.frame, ...echoes.slice(0, 3));
      const { text = '' } = toldMessages(echoes)[0] ?? {};
      const [word] = [scene.prompts.ordinary];
      if (text !== '' && text.split(word).length > 2) fail('its text is told twice', ...echoes.slice(0, 3));
    },
  },
]);

async function echoed(scene: AgentScene) {
  const { agent, sessionId } = await scene.session();
  const { from, turn } = agent.startTurn(sessionId, scene.prompts.ordinary);
  const seen = await turn;
  if (seen.answer.error !== undefined) skip('needs prompt.ends, which fails');
  await agent.settled();
  const echoes = agent.updatesOf(sessionId, from).filter((frame) => /^user_/.test(tagOf(frame)));
  return { id: (seen.answer.result as { readonly messageId?: unknown } | null)?.messageId, echoes, turn: seen };
}

const tagOf = (frame: SeenFrame) => String(updateOf(frame)?.update['sessionUpdate']);
const idOf = (frame: SeenFrame) => updateOf(frame)?.update['messageId'];
const ofMessages = ({ updates }: SeenTurn) => updates.filter(isMessage);
