import { repositoryFiles } from '../support/repository.ts';

interface Said {
  readonly from: string;
  readonly message: unknown;
}

const cases = repositoryFiles('conformance').filter(({ path }) => path.endsWith('.json'));
const read = (folder: string): unknown[] =>
  cases.filter(({ path }) => path.startsWith(`conformance/${folder}/`)).map(({ text }) => JSON.parse(text));

/** Streams of updates of v2, from the cases that the reducer is held to. */
export const updateStreams: readonly (readonly unknown[])[] = read('session')
  .map((each) => (each as { updates?: unknown[] }).updates ?? [])
  .filter((updates) => updates.length > 0);

/** Every object in some values, however deep: what mutations borrow from. */
export function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

/** Conversations in which one side speaks v1 and the other v2, from the cases that the bridge is held to. */
export const conversations: readonly { readonly client: 1 | 2; readonly said: readonly Said[] }[] = read('bridge').map(
  (each) => {
    const { from, v1, v2 } = each as { from: 1 | 2; v1: readonly Said[]; v2: readonly Said[] };
    // Those that turn v1 to v2 have the agent speak v1.
    const client = from === 1 ? 2 : 1;
    const [clients, agents] = client === 1 ? [v1, v2] : [v2, v1];
    const said = Array.from({ length: Math.max(clients.length, agents.length) }, (_, at) => [
      ...clients.slice(at, at + 1).filter((one) => one.from === 'client'),
      ...agents.slice(at, at + 1).filter((one) => one.from === 'agent'),
    ]);
    return { client, said: said.flat() };
  },
);
