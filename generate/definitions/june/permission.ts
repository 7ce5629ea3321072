import { openEnum, type Topic } from '../../language.ts';

/** Permission requests, as v2 has them. */
export const permission: Topic = {
  PermissionOptionKind: openEnum('What choosing a permission option means.', {
    allow_once: 'Yes, this time.',
    allow_always: 'Yes, and do not ask again.',
    reject_once: 'No, not this time.',
    reject_always: 'No, and do not ask again.',
  }),
};
