import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToV1 } from './content-block.ts';

/** A prompt as v1 has it. */
export function promptRequestToV1(request: june.PromptRequest): Conversion<v1.PromptRequest> {
  const prompt = within('prompt', convertedList(request.prompt, contentBlockToV1));
  return prompt.ok ? converted({ ...request, prompt: prompt.value }) : prompt;
}

/** The end of a turn as v1 has it. */
export function promptResponseToV1(response: june.PromptResponse): Conversion<v1.PromptResponse> {
  const { stopReason } = response;
  if (!june.isKnownStopReason(stopReason)) return refused('unknown-stop-reason', 'stopReason', stopReason);
  return converted({ ...response, stopReason });
}
