import { alias, record, type Topic } from '../../language.ts';

/** The handshake, alike in both versions. */
export const initialize: Topic = {
  ProtocolVersion: alias('A version of the protocol; each breaking change counts one up.', 'uint16'),
  Implementation: record('The program on one side.', {
    name: ['string', 'Its name, for programs.'],
    'title?': ['string | null', 'Its name, for people.'],
    version: ['string', 'Its version.'],
  }),
  SessionListCapabilities: record('Says that `session/list` may be called.'),
  SessionDeleteCapabilities: record('Says that `session/delete` may be called.'),
  SessionAdditionalDirectoriesCapabilities: record('Says that sessions may get directories besides their own.'),
  SessionResumeCapabilities: record('Says that `session/resume` may be called.'),
  SessionCloseCapabilities: record('Says that `session/close` may be called.'),
};
