import type { SessionConfigSelectOption, SessionConfigSelectOptions } from './base/generated/config-option.ts';

/** Returns all values of a select option, including those in groups. */
export function selectValues(options: SessionConfigSelectOptions): readonly SessionConfigSelectOption[] {
  return options.flatMap((option) => ('group' in option ? option.options : [option]));
}
