import { closedEnum, type Topic } from '../../language.ts';

/** Permission requests, as v1 has them. */
export const permission: Topic = {
  PermissionOptionKind: closedEnum('What choosing a permission option means.', {
    allow_once: 'Yes, this time.',
    allow_always: 'Yes, and do not ask again.',
    reject_once: 'No, not this time.',
    reject_always: 'No, and do not ask again.',
  }),
};
