// npm run build [-- SCOPE]: compiles what has changed: everything, or only the packages or the generator.
import { scopes } from './parts/compile.mjs';
import { ready } from './parts/ready.mjs';
import { fail } from './parts/say.mjs';

const scope = process.argv[2] ?? 'everything';
if (!Object.hasOwn(scopes, scope))
  fail(`There is nothing to build named '${scope}', only ${Object.keys(scopes).join(', ')}.`);
await ready(scope);
