import { ensureBuilt } from './compile.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { fail } from './say.mjs';

/** Brings a clone, however fresh, to the point where `scope` is built. */
export async function ready(scope) {
  requireNode();
  await ensureInstalled();
  if (!(await ensureBuilt(scope))) fail('The sources do not compile; the compiler says where above.');
}
