import { closed, type Topic } from '../../language.ts';
import { content as base } from '../base/content.ts';

/** Content in v1. */
export const content = {
  Role: closed(base.Role),
  ContentBlock: closed(base.ContentBlock),
} satisfies Topic;
