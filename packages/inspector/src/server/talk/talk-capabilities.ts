import type { Client } from '@emend/acp';
import type { TalkState } from '../../api/talk.ts';

/** What can be ordered of an agent. */
export type TalkCapabilities = Pick<TalkState, 'canAttach' | 'canList' | 'canLoad' | 'canClose'>;

/** Returns whether an agent has a capability of sessions. */
export function can(client: Client, capability: 'load' | 'resume' | 'list' | 'close'): boolean {
  const marker = client.agent.capabilities?.session?.[capability];
  return marker !== undefined && marker !== null;
}

/** Returns what can be ordered of an agent. */
export function talkCapabilities(client: Client): TalkCapabilities {
  const { image, audio, embeddedContext } = client.agent.capabilities?.session?.prompt ?? {};
  return {
    canAttach: [image, audio, embeddedContext].some((marker) => marker !== undefined && marker !== null),
    canList: can(client, 'list'),
    canLoad: can(client, 'load') || can(client, 'resume'),
    canClose: can(client, 'close'),
  };
}
