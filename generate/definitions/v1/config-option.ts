import { closed, type Topic } from '../../language.ts';
import { configOption as base } from '../base/config-option.ts';

/** Configuration options in v1. */
export const configOption = {
  SessionConfigOption: closed(base.SessionConfigOption),
} satisfies Topic;
