import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One message of a conversation, and who sends it. */
interface Spoken {
  readonly from: 'client' | 'agent';
  readonly message: unknown;
}

/** A file of `conformance/bridge`. */
interface BridgedPair {
  readonly name: string;
  readonly about: string;
  readonly rules: readonly string[];
  readonly from: 1 | 2;
  readonly rewrite?: string;
  readonly v1: readonly Spoken[];
  readonly v2: readonly Spoken[];
}

/** The folder is one level further up from what is compiled. */
const folder = ['../../conformance/bridge/', '../../../conformance/bridge/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url)) as URL;

/** Returns the conversations of `conformance/bridge` that can be played to any bridge, as a file of code: a package has no other files. */
export function emitScenesFile(): string {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as BridgedPair)
    .filter(isPlayable)
    .map(({ name, about, rules, from, v1, v2 }) => `  ${JSON.stringify({ name, about, rules, from, v1, v2 })},`);
  return [
    '// Generated from conformance/bridge. Do not edit: run `npm run generate`.',
    "import type { RecordedScene } from '../recorded-scene.ts';",
    '',
    '/** The conversations of `conformance/bridge` that can be played to any bridge. */',
    'export const recordedScenes: readonly RecordedScene[] = [',
    ...lines,
    '];',
    '',
  ].join('\n');
}

/** Leaves out what needs an option of the bridge, the handshake itself, batches, and messages of the client that only one side has. */
function isPlayable({ rewrite, v1, v2 }: BridgedPair): boolean {
  const isOdd = ({ message }: Spoken) =>
    Array.isArray(message) || (message as { readonly method?: unknown }).method === 'initialize';
  const ofClient = (spoken: readonly Spoken[]) => spoken.filter(({ from }) => from === 'client').length;
  return rewrite === undefined && ![...v1, ...v2].some(isOdd) && ofClient(v1) === ofClient(v2);
}
