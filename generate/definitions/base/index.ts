import { authentication } from './authentication.ts';
import { command } from './command.ts';
import { compaction } from './compaction.ts';
import { configOption } from './config-option.ts';
import { content } from './content.ts';
import { elicitation } from './elicitation.ts';
import { initialize } from './initialize.ts';
import { mcp } from './mcp.ts';
import { message } from './message.ts';
import { notice } from './notice.ts';
import { permission } from './permission.ts';
import { plan } from './plan.ts';
import { prompt } from './prompt.ts';
import { rpc } from './rpc.ts';
import { sessionSetup } from './session-setup.ts';
import { sessionUpdate } from './session-update.ts';
import { toolCall } from './tool-call.ts';

/** Types that several dialects have. A dialect gets those that its methods and own types lead to, unless it defines them itself. */
export const baseTopics = {
  authentication,
  command,
  compaction,
  'config-option': configOption,
  content,
  elicitation,
  initialize,
  mcp,
  message,
  notice,
  permission,
  plan,
  prompt,
  rpc,
  'session-setup': sessionSetup,
  'session-update': sessionUpdate,
  'tool-call': toolCall,
};
