import type * as june from '../june.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/** Returns configuration options as a November client gets them, and remembers them for requests that set them. */
export function optionsToNovember(
  _crossing: Crossing,
  options: readonly june.SessionConfigOption[],
): readonly november.SessionConfigOption[] {
  return options as never;
}
