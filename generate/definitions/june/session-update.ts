import { openUnion, type Topic } from '../../language.ts';
import { draftUpdates } from '../base/session-update.ts';

/** Session updates of June. */
export const sessionUpdate = {
  SessionUpdate: openUnion('Something that happened in a session.', draftUpdates, {
    tag: 'sessionUpdate',
    anyTag: true,
  }),
} satisfies Topic;
