export { usePermissions } from './use-permissions.ts';
export { useRemoteState } from './use-remote-state.ts';
export { useMessage, useScreen, useSession, useToolCall } from './use-session.ts';
