import type { DialectDefinitions } from '../../language.ts';
import { shared } from '../base/methods.ts';
import { proposalFor } from '../base/proposal.ts';
import { authentication } from './authentication.ts';
import { command } from './command.ts';
import { initialize } from './initialize.ts';
import { plan } from './plan.ts';
import { sessionSetup } from './session-setup.ts';
import { sessionUpdate } from './session-update.ts';
import { toolCall } from './tool-call.ts';

/** The draft of version 2 of June 2026. */
export const june: DialectDefinitions = {
  folder: 'june',
  schema: {
    id: 'urn:emend:acp:v2',
    title: 'Agent Client Protocol, version 2',
    description: 'The draft of 11 June 2026. The root is one message; the types are under $defs.',
  },
  hasBatches: true,
  hasLenientMeta: false,
  topics: {
    authentication,
    command,
    initialize,
    plan,
    proposal: proposalFor(sessionUpdate.SessionUpdate),
    'session-setup': sessionSetup,
    'session-update': sessionUpdate,
    'tool-call': toolCall,
  },
  methods: Object.values(shared),
};
