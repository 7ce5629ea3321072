import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Returns the folder for compiled code: one of the user alone, since who can write to it can have their code run. */
export function compileCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env['XDG_CACHE_HOME'] ?? '';
  return join(isAbsolute(folder) ? folder : join(homedir(), '.cache'), 'emend', 'compiled');
}

/** Lets Node keep the code that it compiles for the next start, from Node 22.1 on; without a place to keep it nothing changes. */
export function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  try {
    enableCompileCache?.(compileCacheFolder());
  } catch {
    // A user without a home folder has no such place.
  }
}
