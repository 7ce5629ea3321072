import { mkdtempSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Engine } from '../engine.ts';

/** The engines that this Node has. */
export const engines: readonly Engine[] = isBuiltin('node:sqlite') ? ['node:sqlite', 'libsql'] : ['libsql'];

/** A folder of its own for the running test, removed after it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'emend-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a log in a folder of its own. */
export function scratchFile(): string {
  return join(scratchFolder(), 'sessions.db');
}
