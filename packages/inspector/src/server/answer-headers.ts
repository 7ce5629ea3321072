/** Returns the headers of every answer. `host` is the value of a `Host` header that has been checked. */
export function answerHeaders(host: string | undefined): Readonly<Record<string, string>> {
  // Some browsers do not count the WebSocket of the own origin among 'self'.
  const socket = host === undefined ? '' : ` ws://${host}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self'${socket}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
