import { lenient } from '../../language.ts';
import { setupAnswers } from '../base/session-setup.ts';

/** Starting and loading sessions in v1. */
export const sessionSetup = setupAnswers({
  'modes?': ['SessionModeState | null', 'Modes of the session.', lenient],
  'configOptions?': ['SessionConfigOption[] | null', 'Configuration options with their values.', lenient],
});
