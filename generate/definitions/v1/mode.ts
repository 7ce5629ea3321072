import { alias, lenient, record, type Topic } from '../../language.ts';

/** Modes, as v1 has them. */
export const mode: Topic = {
  SessionModeId: alias('Names a mode of a session.', 'id'),
  SessionMode: record('A way for the agent to behave.', {
    id: ['SessionModeId', 'The mode.'],
    name: ['string', 'The label to show.'],
    'description?': ['string | null', 'What the agent does in it.'],
  }),
  SessionModeState: record('The modes of a session and the one in force.', {
    currentModeId: ['SessionModeId', 'The mode in force.'],
    availableModes: ['SessionMode[]', 'All modes.', lenient],
  }),
  SetSessionModeRequest: record('Changes the mode of a session.', {
    sessionId: ['SessionId', 'The session.'],
    modeId: ['SessionModeId', 'The mode to change to.'],
  }),
  SetSessionModeResponse: record('The mode has changed.'),
  CurrentModeUpdate: record('The mode changed.', {
    currentModeId: ['SessionModeId', 'The mode in force from now on.'],
  }),
};
