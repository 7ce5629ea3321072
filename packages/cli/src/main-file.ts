import { fileURLToPath } from 'node:url';

/** The file that Node runs for `emend`; the bundles are next to it. */
export const mainFile = fileURLToPath(new URL('./main.js', import.meta.url));
