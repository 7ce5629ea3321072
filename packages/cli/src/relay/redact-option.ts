import { type Redact, redaction, secretsOf } from '@emend/acp/recording';

/** What `--redact [keys]` was given: keys, separated by commas, or `true` for only the secrets of the environment. */
export type RedactOption = string | true | undefined;

/** Returns how to mask what the option names, or `undefined` without the option. */
export function redactFrom(option: RedactOption): Redact | undefined {
  if (option === undefined) return undefined;
  return redaction(keysOf(option), secretsOf(process.env));
}

/** Returns the keys that the option names. */
export function keysOf(option: RedactOption): readonly string[] {
  return typeof option === 'string' ? option.split(',').map((key) => key.trim()) : [];
}
