import { closed, type Topic } from '../../language.ts';
import { prompt as base } from '../base/prompt.ts';

/** Turns in v1. */
export const prompt = {
  StopReason: closed(base.StopReason),
} satisfies Topic;
