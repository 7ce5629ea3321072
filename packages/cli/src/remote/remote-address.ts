/** Names of query parameters that carry secrets. */
const secret = /^(?:.*[_-])?(?:token|key|secret|password|ticket|auth)$/i;

/**
 * Returns why a text cannot be the address of a remote agent, or `undefined` if it can. It may not contain a secret, since addresses are
 * shown and logged; so the text is not part of the reason.
 */
export function addressProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^(?:wss?|https?):$/.test(url.protocol))
    return 'The address must begin with ws://, wss://, http:// or https://.';
  const hasSecret = [...url.searchParams.keys()].some((name) => secret.test(name));
  if (url.username === '' && url.password === '' && url.hash === '' && !hasSecret) return undefined;
  return 'A token does not belong into the address, which others can see: use --token-file or EMEND_TOKEN.';
}
