import type * as june from '../june.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/** Returns configuration options as a June client gets them, and remembers them for requests that set them. */
export function optionsToJune(
  _crossing: Crossing,
  options: readonly november.SessionConfigOption[],
): readonly june.SessionConfigOption[] {
  return options as never;
}

/** Returns commands as a June client gets them. */
export function commandsToJune(
  _crossing: Crossing,
  commands: readonly november.AvailableCommand[],
): readonly june.AvailableCommand[] {
  return commands as never;
}
