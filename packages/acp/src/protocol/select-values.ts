import type { SessionConfigSelectOption, SessionConfigSelectOptions } from './base/generated/config-option.ts';

/** All values of an option to choose from, those in groups included. */
export function selectValues(options: SessionConfigSelectOptions): readonly SessionConfigSelectOption[] {
  return options.flatMap((option) => ('group' in option ? option.options : [option]));
}
