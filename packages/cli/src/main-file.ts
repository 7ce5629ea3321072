import { fileURLToPath } from 'node:url';

/** The file that Node runs for `emend`; every bundle lies beside it. */
export const mainFile = fileURLToPath(new URL('./main.js', import.meta.url));
