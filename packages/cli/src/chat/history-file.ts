import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where what was typed is kept, for this person alone. */
export function historyPath(env: Readonly<Record<string, string | undefined>>): string {
  const state = env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  return join(state, 'emend', 'history.json');
}

/** What was typed before; nothing when it cannot be read. */
export function readHistory(path: string): string[] {
  try {
    const lines: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}

/** Keeps what was typed; a folder that cannot be written to is no reason to fail. */
export function writeHistory(path: string, lines: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(lines), { mode: 0o600 });
  } catch {
    // Remembering is a convenience.
  }
}
