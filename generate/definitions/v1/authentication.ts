import { alias, type Topic } from '../../language.ts';

/** Authentication in v1. */
export const authentication = {
  AuthMethod: alias('An authentication method.', 'AuthMethodAgent'),
} satisfies Topic;
