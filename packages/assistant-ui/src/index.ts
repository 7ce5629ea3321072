export { type ApprovalDecision, answerApproval } from './approvals.ts';
export { type AttachmentOptions, createAttachments } from './attachments.ts';
export { createSessions, type Sessions, type SessionsState, type SessionThread } from './sessions.ts';
export {
  createThreadMessages,
  type ThreadMessages,
  type ThreadMessagesOptions,
  toThreadMessages,
} from './thread-messages.ts';
export { createThreadState, type ThreadState, toThreadState } from './thread-state.ts';
export { toPrompt } from './to-prompt.ts';
export type { ToolArtifact, ToolTerminal } from './tool-part.ts';
export { type AcpRuntimeOptions, useAcpRuntime, useShownSession } from './use-acp-runtime.ts';
