import { isObject } from '../../protocol/reading/guard.ts';

/** Returns whether a name, such as that of a variable, a header or an option, marks its value as a secret. */
export type IsSecretName = (name: string) => boolean;

// The length of a scheme is bounded, so that a long text without addresses is read once.
const address = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>`]+/gi;
const password = /^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:)[^/?#@]+(?=@)/i;
const parameter = /([?&#;])([^=&#;?]+)=([^&#;]+)/g;

/** Masks the passwords and the secret parameters of the addresses in a text. */
export function maskAddresses(text: string, isSecret: IsSecretName, mask: string): string {
  if (!text.includes('://')) return text;
  return text.replace(address, (found) =>
    found
      .replace(password, `$1${mask}`)
      .replace(parameter, (whole, mark: string, name: string) => (isSecret(name) ? `${mark}${name}=${mask}` : whole)),
  );
}

/** An argument with a name and a value in it: `--token=VALUE`, `API_KEY=VALUE`, `Authorization: VALUE`. */
const pair = /^(-{0,2}[\w.-]+)(\s*[=:]\s*)(?!\/\/)(?=.)/s;
const option = /^--?[\w.-]+$/;

/** Masks the secrets among the arguments of a command; others stay as they are. */
export function maskArguments(words: readonly unknown[], isSecret: IsSecretName, mask: string): readonly unknown[] {
  return words.map((word, index) => {
    if (typeof word !== 'string') return word;
    const before = words[index - 1];
    const isValue = typeof before === 'string' && option.test(before) && isSecret(before) && !word.startsWith('--');
    if (isValue) return mask;
    const [start, name = ''] = pair.exec(word) ?? [];
    return start !== undefined && isSecret(name) ? `${start}${mask}` : word;
  });
}

/** Masks the values of variables or headers that are an object: `{ "Authorization": "Bearer ..." }`. */
export function maskNamed(values: object, isSecret: IsSecretName, mask: string): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) && !isObject(value) ? mask : value]),
  );
}
