import { isEqual } from '../../../../bridge/equal.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, type SeenFrame } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import type { ClientStage } from '../client-stage.ts';
import { stateCases } from '../generated/state-cases.ts';
import { notificationsOf, type StateCase } from '../state-case.ts';

/** What a case is about: the first kind that it has updates of. */
const areas = [
  { id: 'state.tool-calls', about: /^tool_call/, title: 'tool calls', requirements: ['C18'] },
  { id: 'state.plans', about: /^plan/, title: 'plans', requirements: ['C15'] },
  { id: 'state.messages', about: /^(user|agent)_/, title: 'messages', requirements: ['C16', 'C17'] },
  { id: 'state.session', about: /./, title: 'everything else about a session', requirements: ['C14', 'C24'] },
] as const;

/** What a client makes of updates, if it can tell. */
export const stateChecks: readonly ClientCheck[] = areas.map(({ id, title, requirements }) => ({
  id,
  title: `the state of the client is what the updates about ${title} come to, applied in their order.`,
  requirements: { june: requirements },
  run: (stage) =>
    compare(
      stage,
      stateCases.filter((each) => areaOf(each) === id),
    ),
}));

function areaOf({ updates }: StateCase): string {
  const kinds = updates.map((update) => (isObject(update) ? String(update['sessionUpdate']) : ''));
  return areas.find(({ about }) => kinds.some((kind) => about.test(kind)))?.id ?? 'state.session';
}

async function compare(stage: ClientStage, cases: readonly StateCase[]): Promise<void> {
  const sessions = await stage.folded();
  const wrong = cases.filter(({ name, state }) => differing(state, sessions[name]).length > 0);
  const [first] = wrong;
  if (first === undefined) return;
  const got = sessions[first.name];
  const keys = differing(first.state, got);
  const picked = (state: unknown) => JSON.stringify(Object.fromEntries(keys.map((key) => [key, partOf(state, key)])));
  const updates: SeenFrame[] = notificationsOf(first).map((message) => ({ from: 'agent', message }));
  fail(
    `${wrong.length} of ${cases.length} streams come to another state. The first is ${first.name} (${first.about}): expected ${picked(first.state)}`,
    ...updates.slice(0, 10),
    { from: 'client', text: picked(got) },
  );
}

/** Returns the parts of a state that are not as they should be. */
function differing(expected: JsonObject, got: unknown): readonly string[] {
  return Object.keys(expected).filter((key) => !isEqual(expected[key], partOf(got, key)));
}

function partOf(state: unknown, key: string): unknown {
  return isObject(state) ? state[key] : undefined;
}
