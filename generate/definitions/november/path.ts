import { alias, type Topic } from '../../language.ts';

/** Paths, apart from the sessions that use them: MCP servers have paths, and sessions have MCP servers. */
export const path = {
  AbsolutePath: alias('An absolute path.', 'path'),
} satisfies Topic;
