import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A file of `conformance/session`. */
interface SessionCase {
  readonly description: string;
  readonly updates?: readonly unknown[];
  readonly state?: Readonly<Record<string, unknown>>;
}

/** The folder is one level further up from what is compiled. */
const folder = ['../../conformance/session/', '../../../conformance/session/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url)) as URL;

/** What an implementation may leave out of its state, or say in its own words. */
const own = ['diagnostics', 'turns', 'permissions'];

/** Returns the cases of `conformance/session` about the updates of one session as a file of code: a package has no other files. */
export function emitStateCasesFile(): string {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const { description, updates, state } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as SessionCase;
      if (updates === undefined || state === undefined || updates.length === 0) return [];
      const kept = Object.fromEntries(Object.entries(state).filter(([key]) => !own.includes(key)));
      return [
        `  ${JSON.stringify({ name: file.slice(0, -'.json'.length), about: description, updates, state: kept })},`,
      ];
    });
  return [
    '// Generated from conformance/session. Do not edit: run `npm run generate`.',
    "import type { StateCase } from '../state-case.ts';",
    '',
    '/** The cases of `conformance/session` about the updates of one session. */',
    'export const stateCases: readonly StateCase[] = [',
    ...lines,
    '];',
    '',
  ].join('\n');
}
