import { neutralLine } from '../terminal/neutral.ts';
import type { AgentLink } from './agent-link.ts';

/** Writes the sessions of the agent, one per line: id, time, directory and title separated by tabs, or JSON. */
export async function writeSessions(link: AgentLink, isJson: boolean, write: (text: string) => void): Promise<void> {
  await link.start({});
  await link.guarded(async () => {
    for await (const session of link.client.allSessions()) {
      const { sessionId, updatedAt, cwd, title } = session;
      write(
        isJson
          ? `${JSON.stringify(session)}\n`
          : `${[sessionId, updatedAt ?? '-', cwd, title ?? ''].map(neutralLine).join('\t')}\n`,
      );
    }
  });
}
