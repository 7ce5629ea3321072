// The types of June that this edge uses. November has the same names, so both are imported as a whole.

export type { SetSessionConfigOptionRequest } from '../../protocol/base/generated/config-option.ts';
export type { AvailableCommand } from '../../protocol/june/generated/command.ts';
export type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
export type { ContentBlock } from '../../protocol/june/generated/content.ts';
export { type AgentRequests, methods } from '../../protocol/june/generated/methods.ts';
export type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
export { ReceivedSessionNotification, type ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
