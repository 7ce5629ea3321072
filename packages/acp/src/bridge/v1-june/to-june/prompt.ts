import { type Conversion, converted, convertedList, within } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToV2 } from './content.ts';

/** A prompt as v2 has it. */
export function promptRequestToV2(request: v1.PromptRequest): Conversion<june.PromptRequest> {
  const prompt = within('prompt', convertedList(request.prompt, contentBlockToV2));
  return prompt.ok ? converted({ ...request, prompt: prompt.value }) : prompt;
}

/** The end of a turn: v2 knows every reason that v1 has. */
export function promptResponseToV2(response: v1.PromptResponse): Conversion<june.PromptResponse> {
  return converted(response);
}
