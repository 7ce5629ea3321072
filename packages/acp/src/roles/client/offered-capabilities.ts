import { isObject } from '../../protocol/reading/guard.ts';
import type { ClientOptions } from './options.ts';

/** Returns the capabilities that a client offers: those of its options, and those of the handlers that it has. */
export function offeredCapabilities(options: ClientOptions): NonNullable<ClientOptions['capabilities']> {
  const { capabilities = {}, elicitation, loginInTerminal } = options;
  return {
    ...capabilities,
    ...(elicitation && {
      elicitation: {
        ...(elicitation.form && { form: {} }),
        ...(elicitation.url && { url: {} }),
        ...objectIn(capabilities['elicitation']),
      },
    }),
    ...(loginInTerminal && { auth: { terminal: {}, ...objectIn(capabilities['auth']) } }),
  };
}

function objectIn(value: unknown): object {
  return isObject(value) ? value : {};
}
