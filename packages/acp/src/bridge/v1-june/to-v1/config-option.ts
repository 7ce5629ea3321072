import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** A configuration option as v1 has it. */
export function configOptionToV1(option: june.SessionConfigOption): Conversion<v1.SessionConfigOption> {
  if (!june.isKnownSessionConfigOption(option)) return refused('unknown-config-option', 'type', option.type);
  return converted(option);
}

/** Configuration options as v1 has them; absent and null stay what they are. */
export function configOptionsToV1(
  options: readonly june.SessionConfigOption[],
): Conversion<readonly v1.SessionConfigOption[]> {
  return within('configOptions', convertedList(options, configOptionToV1));
}

/** The new state of the options as v1 has it. */
export function configOptionUpdateToV1(update: june.ConfigOptionUpdate): Conversion<v1.ConfigOptionUpdate> {
  const options = configOptionsToV1(update.configOptions);
  return options.ok ? converted({ ...update, configOptions: options.value }) : options;
}

/** A request to set an option: the same in both versions. */
export function setConfigOptionRequestToV1(
  request: june.SetSessionConfigOptionRequest,
): Conversion<v1.SetSessionConfigOptionRequest> {
  return converted(request);
}

/** All options after one was set, as v1 has them. */
export function setConfigOptionResponseToV1(
  response: june.SetSessionConfigOptionResponse,
): Conversion<v1.SetSessionConfigOptionResponse> {
  const options = configOptionsToV1(response.configOptions);
  return options.ok ? converted({ ...response, configOptions: options.value }) : options;
}
