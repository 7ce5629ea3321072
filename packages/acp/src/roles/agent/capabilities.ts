import type {
  AgentCapabilities,
  PromptCapabilities,
  SessionCapabilities,
} from '../../protocol/june/generated/initialize.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { AgentDefinition, SessionHooks } from './definition.ts';

/** Returns the capabilities of an agent, derived from its definition. */
export function capabilitiesOf(definition: AgentDefinition, hooks: SessionHooks): AgentCapabilities {
  const session: SessionCapabilities = {
    prompt: promptCapabilities(definition),
    mcp: {
      ...marker('stdio', definition.mcp?.stdio === true),
      ...marker('http', definition.mcp?.http === true),
    },
    ...marker('load', hooks.loadSession !== undefined),
    ...marker('list', hooks.listSessions !== undefined),
    ...marker('delete', hooks.deleteSession !== undefined),
    ...marker('additionalDirectories', definition.additionalDirectories === true),
    ...marker('resume', hooks.resumeSession !== undefined),
    ...marker('close', hooks.closeSession !== undefined),
  };
  const auth = marker('logout', definition.authentication?.logout !== undefined);
  return present({ session, auth, _meta: definition._meta });
}

/** Returns the capabilities for a November client, which takes it that sessions can be listed, resumed and closed. */
export function novemberCapabilities(capabilities: AgentCapabilities): AgentCapabilities {
  return { ...capabilities, session: { ...capabilities.session, list: {}, resume: {}, close: {} } };
}

function promptCapabilities({ accepts }: AgentDefinition): PromptCapabilities {
  return {
    ...marker('image', accepts?.image === true),
    ...marker('audio', accepts?.audio === true),
    ...marker('embeddedContext', accepts?.embeddedContext === true),
  };
}

/** A capability is an empty object, or absent. */
function marker<Key extends string>(key: Key, isPresent: boolean): { readonly [K in Key]?: Record<string, never> } {
  return isPresent ? ({ [key]: {} } as { [K in Key]: Record<string, never> }) : {};
}
