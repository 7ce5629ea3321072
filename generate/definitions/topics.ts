import type { Topic } from '../language.ts';
import { authentication as baseAuthentication } from './base/authentication.ts';
import { command as baseCommand } from './base/command.ts';
import { configOption as baseConfigOption } from './base/config-option.ts';
import { content as baseContent } from './base/content.ts';
import { initialize as baseInitialize } from './base/initialize.ts';
import { mcp as baseMcp } from './base/mcp.ts';
import { message as baseMessage } from './base/message.ts';
import { permission as basePermission } from './base/permission.ts';
import { plan as basePlan } from './base/plan.ts';
import { prompt as basePrompt } from './base/prompt.ts';
import { rpc as baseRpc } from './base/rpc.ts';
import { sessionSetup as baseSessionSetup } from './base/session-setup.ts';
import { sessionUpdate as baseSessionUpdate } from './base/session-update.ts';
import { toolCall as baseToolCall } from './base/tool-call.ts';
import { authentication as juneAuthentication } from './june/authentication.ts';
import { command as juneCommand } from './june/command.ts';
import { configOption as juneConfigOption } from './june/config-option.ts';
import { content as juneContent } from './june/content.ts';
import { initialize as juneInitialize } from './june/initialize.ts';
import { mcp as juneMcp } from './june/mcp.ts';
import { message as juneMessage } from './june/message.ts';
import { permission as junePermission } from './june/permission.ts';
import { plan as junePlan } from './june/plan.ts';
import { prompt as junePrompt } from './june/prompt.ts';
import { proposal as juneProposal } from './june/proposal.ts';
import { sessionSetup as juneSessionSetup } from './june/session-setup.ts';
import { sessionUpdate as juneSessionUpdate } from './june/session-update.ts';
import { toolCall as juneToolCall } from './june/tool-call.ts';
import { authentication as v1Authentication } from './v1/authentication.ts';
import { command as v1Command } from './v1/command.ts';
import { configOption as v1ConfigOption } from './v1/config-option.ts';
import { content as v1Content } from './v1/content.ts';
import { fileSystem as v1FileSystem } from './v1/file-system.ts';
import { initialize as v1Initialize } from './v1/initialize.ts';
import { mcp as v1Mcp } from './v1/mcp.ts';
import { message as v1Message } from './v1/message.ts';
import { mode as v1Mode } from './v1/mode.ts';
import { permission as v1Permission } from './v1/permission.ts';
import { plan as v1Plan } from './v1/plan.ts';
import { prompt as v1Prompt } from './v1/prompt.ts';
import { proposal as v1Proposal } from './v1/proposal.ts';
import { sessionSetup as v1SessionSetup } from './v1/session-setup.ts';
import { sessionUpdate as v1SessionUpdate } from './v1/session-update.ts';
import { terminal as v1Terminal } from './v1/terminal.ts';
import { toolCall as v1ToolCall } from './v1/tool-call.ts';

/** Where a type is written: alike for both versions, or for one of them. */
export type Folder = 'base' | 'v1' | 'june';

/** Every topic by folder and file name. */
export const topics: Readonly<Record<Folder, Readonly<Record<string, Topic>>>> = {
  base: {
    authentication: baseAuthentication,
    command: baseCommand,
    'config-option': baseConfigOption,
    content: baseContent,
    initialize: baseInitialize,
    mcp: baseMcp,
    message: baseMessage,
    permission: basePermission,
    plan: basePlan,
    prompt: basePrompt,
    rpc: baseRpc,
    'session-setup': baseSessionSetup,
    'session-update': baseSessionUpdate,
    'tool-call': baseToolCall,
  },
  v1: {
    authentication: v1Authentication,
    command: v1Command,
    'config-option': v1ConfigOption,
    content: v1Content,
    'file-system': v1FileSystem,
    initialize: v1Initialize,
    mcp: v1Mcp,
    message: v1Message,
    mode: v1Mode,
    permission: v1Permission,
    plan: v1Plan,
    prompt: v1Prompt,
    proposal: v1Proposal,
    'session-setup': v1SessionSetup,
    'session-update': v1SessionUpdate,
    terminal: v1Terminal,
    'tool-call': v1ToolCall,
  },
  june: {
    authentication: juneAuthentication,
    command: juneCommand,
    'config-option': juneConfigOption,
    content: juneContent,
    initialize: juneInitialize,
    mcp: juneMcp,
    message: juneMessage,
    permission: junePermission,
    plan: junePlan,
    prompt: junePrompt,
    proposal: juneProposal,
    'session-setup': juneSessionSetup,
    'session-update': juneSessionUpdate,
    'tool-call': juneToolCall,
  },
};
