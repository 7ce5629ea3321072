import type { SessionConfigOption } from '../../../protocol/june/generated/config-option.ts';
import type { SetSessionConfigOptionResponse } from '../../../protocol/november/generated/config-option.ts';
import type { NewSessionResponse, ResumeSessionResponse } from '../../../protocol/november/generated/session-setup.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { renamedCommands, renamedOptions } from '../../../session/november/renamed.ts';

/** Returns an answer that sets a session up in the words of the session state. */
export function sessionInJune<Answer extends NewSessionResponse | ResumeSessionResponse>(
  answer: Answer,
): Omit<Answer, 'configOptions' | 'availableCommands'> & { readonly configOptions?: readonly SessionConfigOption[] } {
  const { configOptions, availableCommands, ...rest } = answer;
  return {
    ...rest,
    ...present({
      configOptions: configOptions && renamedOptions(configOptions),
      availableCommands: availableCommands && renamedCommands(availableCommands),
    }),
  };
}

/** Returns the answer to a request that sets an option in the words of the session state. */
export function configuredInJune({ configOptions, ...rest }: SetSessionConfigOptionResponse): {
  readonly configOptions: readonly SessionConfigOption[];
} {
  return { ...rest, configOptions: renamedOptions(configOptions) };
}
