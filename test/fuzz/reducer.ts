import { applyEvent, newSessionState, type SessionState } from '@emend/acp';
import { foldedSession, readUpdate, replayOf, type SessionEvent } from '@emend/acp/session';
import { createScreen, genericForm, messageText, toolCallSummary } from '@emend/acp/view';
import type { Chance } from '../../soak/chance.ts';
import { mutated } from './mutation.ts';
import { partsOf, updateStreams } from './seeds.ts';
import { type FuzzTarget, must } from './target.ts';

const seeds = updateStreams.flat().flatMap(partsOf);

/** What the client does in between. */
const own: readonly SessionEvent[] = [
  { type: 'prompt_sent', prompt: [{ type: 'text', text: 'go' }] },
  { type: 'prompt_sent', prompt: [], requestId: 0 },
  { type: 'turn_ended', stopReason: 'end_turn' },
  { type: 'turn_ended', stopReason: 'refusal', requestId: 0 },
  { type: 'turn_ended', error: 'no' },
  { type: 'cancel_sent' },
  { type: 'load_started' },
  { type: 'load_ended' },
  { type: 'load_failed' },
  { type: 'permission_opened', requestId: 'q', toolCall: { toolCallId: 'c1' }, options: [] },
  { type: 'permission_answered', requestId: 'q' },
];

type Step = { readonly update: unknown } | { readonly own: number };

function makeStep(chance: Chance, update: unknown): Step[] {
  let changed = update;
  if (chance.percent(60))
    for (let times = chance.between(1, 3); times > 0; times--) changed = mutated(changed, chance, seeds);
  const step = { update: changed };
  return chance.percent(25) ? [step, { own: chance.between(0, own.length - 1) }] : [step];
}

/** What a replay has to bring back: everything that is shown, but for messages that stand for prompts. */
function shown(state: SessionState, prompts: ReadonlySet<string> = new Set()): string {
  const { messages, toolCalls, plans, timeline } = foldedSession(state);
  return JSON.stringify({
    messages: messages.filter(({ messageId }) => !prompts.has(messageId)),
    toolCalls,
    plans,
    timeline: timeline.filter((entry) => !('message' in entry && prompts.has(entry.message))),
  });
}

/** The words of the prompts that no message stands for, in the order in which their turns began. */
function untold(state: SessionState): string {
  const began = (foldedSession(state).turns ?? []).filter(
    (turn) => turn.prompt !== undefined && turn.start !== undefined,
  );
  return JSON.stringify(
    began.sort((left, right) => (left.start ?? 0) - (right.start ?? 0)).map(({ prompt }) => prompt),
  );
}

/** The reducer and what shows its states: it never throws, never changes a state, and replays what it shows. */
export const reducer: FuzzTarget<readonly Step[]> = {
  name: 'reducer',
  cases: 1_200,
  make(chance) {
    const streams = Array.from({ length: chance.between(1, 4) }, () => chance.pick(updateStreams));
    return streams.flat().flatMap((update) => makeStep(chance, update));
  },
  run(steps) {
    let state = newSessionState();
    const screen = createScreen();
    for (const [at, step] of steps.entries()) {
      const event = 'own' in step ? (own[step.own % own.length] as SessionEvent) : readUpdate(step.update, at);
      const before = state;
      const folded = at % 5 === 0 ? shown(before) : undefined;
      state = applyEvent(before, event);
      if (folded !== undefined) must(shown(before) === folded, 'a state has changed', step);
      for (const row of screen(state)) if (row.type === 'unknown') genericForm(row.update);
    }
    for (const message of state.messages) messageText(message);
    for (const call of state.toolCalls) must(!toolCallSummary(call).includes('\n'), 'a summary of two lines');
    let replayed = newSessionState();
    for (const update of replayOf(state)) replayed = applyEvent(replayed, readUpdate(update, 0, 'strict'));
    const ids = new Set([...state.messages].map(({ messageId }) => messageId));
    const prompts = [...replayed.messages].filter(({ messageId }) => !ids.has(messageId));
    const without = shown(replayed, new Set(prompts.map(({ messageId }) => messageId)));
    must(without === shown(state), 'the replay shows something else', { replayed: without, state: shown(state) });
    const words = JSON.stringify(prompts.map(({ content }) => content.toArray()));
    must(words === untold(state), 'the replay has other prompts', { words, untold: untold(state) });
  },
};
