import { isWritableMessage } from '@emend/acp/protocol';
import type { Redact } from './recording-lines.ts';

const mask = '[redacted]';
const secretName = /key|token|secret|password|passwd|credential|auth/i;
const shortestSecret = 8;

/** The values of environment variables whose names say that they are secrets; the longest first, so that none hides in another. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .filter(([name, value]) => secretName.test(name) && value !== undefined && value.length >= shortestSecret)
    .map(([, value]) => value as string)
    .sort((a, b) => b.length - a.length);
}

/** Masks the values of these keys wherever they stand, and these secrets within any text, key or number. */
export function redaction(keys: readonly string[], secrets: readonly string[]): Redact {
  const hidden = new Set(keys.map((key) => key.toLowerCase()));
  const numbers = new Set(secrets.map(Number));
  // Text that is no whole JSON may still hold a secret as JSON writes it.
  const spellings = secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]);

  function plain(input: string): string {
    let result = input;
    for (const secret of spellings) if (result.includes(secret)) result = result.replaceAll(secret, mask);
    return result;
  }

  function text(input: string): string {
    const inner = jsonIn(input);
    if (inner === undefined) return plain(input);
    if (!isWritableMessage(inner)) return mask;
    const masked = JSON.stringify(value(inner));
    return masked === JSON.stringify(inner) ? plain(input) : masked;
  }

  function value(input: unknown): unknown {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'number') return numbers.has(input) || plain(String(input)) !== String(input) ? mask : input;
    if (Array.isArray(input)) return input.map(value);
    if (typeof input !== 'object' || input === null) return input;
    // Headers and variables of MCP servers come as pairs of name and value.
    const named = 'name' in input && typeof input.name === 'string' && hidden.has(input.name.toLowerCase());
    return Object.fromEntries(
      Object.entries(input).map(([key, part]) => {
        const isHidden = hidden.has(key.toLowerCase()) || (named && key === 'value');
        return [plain(key), isHidden ? mask : value(part)];
      }),
    );
  }

  return { text, value };
}

/** What a text holds that is JSON as a whole, as the input of a tool often is. */
function jsonIn(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
