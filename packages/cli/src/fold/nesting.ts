import { deepestNesting } from '@emend/acp/protocol';

/** Whether a parsed line can be written again; it runs for every line, so it allocates nothing. */
export function isWritableLine(value: unknown, levels = deepestNesting): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (typeof part === 'object' && !isWritableLine(part, levels - 1)) return false;
  }
  return true;
}
