import { ensureBuilt } from './compile.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { fail } from './say.mjs';

/** Installs and builds whatever is missing until `scope` is built, even in a fresh clone. */
export async function ready(scope) {
  requireNode();
  await ensureInstalled();
  if (!(await ensureBuilt(scope))) fail('The sources do not compile; the compiler says where above.');
}
