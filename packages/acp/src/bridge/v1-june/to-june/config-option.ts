import { type Conversion, converted } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** The new state of the options: v2 takes every option of v1 as it is. */
export function configOptionUpdateToV2(update: v1.ConfigOptionUpdate): Conversion<june.ConfigOptionUpdate> {
  return converted(update);
}

/** A request to set an option: the same in both versions. */
export function setConfigOptionRequestToV2(
  request: v1.SetSessionConfigOptionRequest,
): Conversion<june.SetSessionConfigOptionRequest> {
  return converted(request);
}

/** All options after one was set. */
export function setConfigOptionResponseToV2(
  response: v1.SetSessionConfigOptionResponse,
): Conversion<june.SetSessionConfigOptionResponse> {
  return converted(response);
}
