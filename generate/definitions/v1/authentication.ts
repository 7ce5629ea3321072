import { alias, type Topic } from '../../language.ts';

export const authentication: Topic = {
  AuthMethod: alias('A way to authenticate.', 'AuthMethodAgent'),
};
