/**
 * Sends a prompt to an agent and prints the turn as AG-UI events, one a line:
 *
 *     node examples/dist/ag-ui-events.js PROMPT COMMAND [ARGUMENT...]
 */
import process from 'node:process';
import { connect } from '@emend/acp';
import { launchAgent } from '@emend/acp/node';
import { createEvents } from '@emend/ag-ui';

const [prompt, command, ...args] = process.argv.slice(2);
if (prompt === undefined || command === undefined) {
  console.error('Usage: ag-ui-events PROMPT COMMAND [ARGUMENT...]');
  process.exit(2);
}
const agent = await launchAgent(command, args);
const client = await agent.startUp(connect(agent.transport));
const session = await client.newSession({ cwd: process.cwd() });
const eventsOf = createEvents({ threadId: session.id });
const print = () => {
  for (const event of eventsOf(session.state)) console.log(JSON.stringify(event));
};
print();
session.subscribe(print);
await session.prompt(prompt);
await client.close();
