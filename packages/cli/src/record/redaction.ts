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

/** Masks the values of these keys wherever they stand, and these secrets within any text. */
export function redaction(keys: readonly string[], secrets: readonly string[]): Redact {
  const hidden = new Set(keys.map((key) => key.toLowerCase()));

  function text(value: string): string {
    let result = value;
    for (const secret of secrets) if (result.includes(secret)) result = result.replaceAll(secret, mask);
    return result;
  }

  function value(input: unknown): unknown {
    if (typeof input === 'string') return text(input);
    if (Array.isArray(input)) return input.map(value);
    if (typeof input !== 'object' || input === null) return input;
    // Headers and variables of MCP servers come as pairs of name and value.
    const named = 'name' in input && typeof input.name === 'string' && hidden.has(input.name.toLowerCase());
    return Object.fromEntries(
      Object.entries(input).map(([key, part]) => {
        const isHidden = hidden.has(key.toLowerCase()) || (named && key === 'value');
        return [key, isHidden ? mask : value(part)];
      }),
    );
  }

  return { text, value };
}
