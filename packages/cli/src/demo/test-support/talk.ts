import { agent, type Client, type ClientOptions, type ClientSession, connect, memoryPair, serve } from '@emend/acp';
import type { McpServer } from '@emend/acp/protocol/june';
import { demonstration } from '../demo-agent.ts';

/** A client and a session with the demo agent, in this process and without pauses. */
export async function talk(
  options: ClientOptions = {},
  mcpServers: readonly McpServer[] = [],
): Promise<{ client: Client; session: ClientSession; end(): Promise<void> }> {
  const [near, far] = memoryPair();
  const demo = demonstration({ pace: 0 });
  const connection = serve(agent(demo.definition), far);
  const client = await connect(near, options);
  const session = await client.newSession({ cwd: '/project', mcpServers });
  return {
    client,
    session,
    async end() {
      await client.close();
      await connection.close();
      await demo.close();
    },
  };
}
