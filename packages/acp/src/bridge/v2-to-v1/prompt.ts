import { type Conversion, converted, convertedList, refused, within } from '../conversion.ts';
import type * as v1 from '../v1.ts';
import * as v2 from '../v2.ts';
import { contentBlockToV1 } from './content.ts';

/** A prompt as v1 has it. */
export function promptRequestToV1(request: v2.PromptRequest): Conversion<v1.PromptRequest> {
  const prompt = within('prompt', convertedList(request.prompt, contentBlockToV1));
  return prompt.ok ? converted({ ...request, prompt: prompt.value }) : prompt;
}

/** The end of a turn as v1 has it. */
export function promptResponseToV1(response: v2.PromptResponse): Conversion<v1.PromptResponse> {
  const { stopReason } = response;
  if (!v2.isKnownStopReason(stopReason)) return refused('unknown-stop-reason', 'stopReason', stopReason);
  return converted({ ...response, stopReason });
}
