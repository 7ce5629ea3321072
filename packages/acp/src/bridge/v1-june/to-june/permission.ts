import { type Conversion, converted, within } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { toolCallUpdateToV2 } from './tool-call.ts';

/** A permission request as v2 has it. */
export function requestPermissionRequestToV2(
  request: v1.RequestPermissionRequest,
): Conversion<june.RequestPermissionRequest> {
  const toolCall = within('toolCall', toolCallUpdateToV2(request.toolCall));
  return toolCall.ok ? converted({ ...request, toolCall: toolCall.value }) : toolCall;
}

/** The answer to a permission request: the same in both versions. */
export function requestPermissionResponseToV2(
  response: v1.RequestPermissionResponse,
): Conversion<june.RequestPermissionResponse> {
  return converted(response);
}
