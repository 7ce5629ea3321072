/** Agents from model loops of the AI SDK, and ACP sessions in chats of the AI SDK. */
export { agentFromModel, type ModelAgentOptions } from './agent/agent-from-model.ts';
export type {
  ModelAgent,
  ModelCall,
  ModelFunction,
  ModelLoop,
  ModelStream,
  ModelStreamPart,
} from './agent/model-loop.ts';
export { type ModelMessagesOptions, modelMessages } from './agent/model-messages.ts';
export { type ModelTurnOptions, runModelTurn } from './agent/model-turn.ts';
export type { StreamReportOptions } from './agent/stream-report.ts';
export type { DescribeTool } from './agent/tool-report.ts';
export { answerElicitation } from './chat/elicitations.ts';
export type { AcpUIChunk } from './chat/message-chunks.ts';
export { answerPermission } from './chat/permissions.ts';
export type { AcpTerminal, AcpToolContent, AcpToolMetadata } from './chat/tool-part.ts';
export { toolCallOfPart } from './chat/tool-part.ts';
export { AcpChatTransport, type AcpChatTransportOptions, hasAnsweredApprovals } from './chat/transport.ts';
export type { AcpCompaction, AcpData, AcpMetadata, AcpToolPart, AcpUIMessage, AcpUIPart } from './chat/ui-message.ts';
export { createUIMessages, toUIMessages, type UIMessages } from './chat/ui-messages.ts';
