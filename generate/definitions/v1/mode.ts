import { alias, lenient, record, type Topic } from '../../language.ts';

/** Modes. */
export const mode = {
  SessionModeId: alias('Id of a session mode.', 'id'),
  SessionMode: record('A mode that the agent can work in.', {
    id: ['SessionModeId', 'Id of the mode.'],
    name: ['string', 'Label to show.'],
    'description?': ['string | null', 'What the agent does in this mode.', lenient],
  }),
  SessionModeState: record('The modes of a session and the current one.', {
    currentModeId: ['SessionModeId', 'Id of the current mode.'],
    availableModes: ['SessionMode[]', 'All modes.', lenient],
  }),
  SetSessionModeRequest: record('Changes the mode of a session.', {
    sessionId: ['SessionId', 'Id of the session.'],
    modeId: ['SessionModeId', 'Id of the new mode.'],
  }),
  SetSessionModeResponse: record('The mode has changed.'),
  CurrentModeUpdate: record('The mode changed.', {
    currentModeId: ['SessionModeId', 'Id of the mode that is now current.'],
  }),
} satisfies Topic;
