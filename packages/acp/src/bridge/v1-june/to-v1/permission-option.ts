import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { toolCallUpdateToV1 } from './tool-call.ts';

/** An answer that the person may give, as v1 has it. */
export function permissionOptionToV1(option: june.PermissionOption): Conversion<v1.PermissionOption> {
  if (!june.isKnownPermissionOptionKind(option.kind)) return refused('unknown-permission-kind', 'kind', option.kind);
  return converted(option as v1.PermissionOption);
}

/** A permission request as v1 has it. */
export function requestPermissionRequestToV1(
  request: june.RequestPermissionRequest,
): Conversion<v1.RequestPermissionRequest> {
  const toolCall = within('toolCall', toolCallUpdateToV1(request.toolCall));
  if (!toolCall.ok) return toolCall;
  const options = within('options', convertedList(request.options, permissionOptionToV1));
  if (!options.ok) return options;
  return converted({ ...request, toolCall: toolCall.value, options: options.value }, toolCall.losses);
}

/** The answer to a permission request: the same in both versions. */
export function requestPermissionResponseToV1(
  response: june.RequestPermissionResponse,
): Conversion<v1.RequestPermissionResponse> {
  return converted(response);
}
