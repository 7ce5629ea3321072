import { expect, test } from 'vitest';
import { listenProblem } from './listen-problem.ts';

const bare = { hasToken: false, hasTls: false, allowsPlainHttp: false };

test.each(['127.0.0.1', 'localhost', '::1', '[::1]', 'LOCALHOST', '127.1.2.3'])(
  '[W43] listening on %s needs nothing',
  (host) => {
    expect(listenProblem({ ...bare, host })).toBeUndefined();
  },
);

test.each(['0.0.0.0', '::', '192.168.1.5', 'agent.example', ''])(
  '[W43] listening on %j needs token and TLS',
  (host) => {
    const token = `Listening on ${host} needs a token, because everybody who reaches this computer could use the agent.`;
    const tls = `Listening on ${host} needs a certificate, because the token and all messages could be read on the way.`;
    expect([
      listenProblem({ ...bare, host }),
      listenProblem({ ...bare, host, hasTls: true, allowsPlainHttp: true }),
      listenProblem({ ...bare, host, hasToken: true }),
      listenProblem({ ...bare, host, hasToken: true, hasTls: true }),
      listenProblem({ ...bare, host, hasToken: true, allowsPlainHttp: true }),
    ]).toEqual([token, token, tls, undefined, undefined]);
  },
);
