import { InvalidArgumentError } from 'commander';

/** Names of query parameters that carry secrets. */
const secret = /^(?:.*[_-])?(?:token|key|secret|password|ticket|auth)$/i;

/** Reads the address of a remote agent. It may not contain a secret, since addresses are shown and logged. */
export function remoteAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^(?:wss?|https?):$/.test(url.protocol))
    throw new InvalidArgumentError('It must begin with ws://, wss://, http:// or https://.');
  const hasSecret = [...url.searchParams.keys()].some((name) => secret.test(name));
  if (url.username !== '' || url.password !== '' || hasSecret || url.hash !== '')
    throw new InvalidArgumentError(
      'A token does not belong into the address, which others can see: use --token-file or EMEND_TOKEN.',
    );
  return url.href;
}
