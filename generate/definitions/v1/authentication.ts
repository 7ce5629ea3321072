import { alias, type Topic } from '../../language.ts';

/** Authentication, as v1 has them. */
export const authentication: Topic = {
  AuthMethod: alias('A way to authenticate.', 'AuthMethodAgent'),
};
