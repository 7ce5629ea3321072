import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';

/** Returns the options with the value of one of them replaced, or the same list if there is no such option. */
export function withConfigValue(
  options: readonly SessionConfigOption[],
  configId: string,
  currentValue: unknown,
): readonly SessionConfigOption[] {
  if (!options.some(({ id }) => id === configId)) return options;
  return options.map((option) =>
    option.id === configId ? ({ ...option, currentValue } as SessionConfigOption) : option,
  );
}
