export { useElicitations, usePermissions } from './use-open-requests.ts';
export { useRemoteState } from './use-remote-state.ts';
export { useMessage, useScreen, useSession, useToolCall } from './use-session.ts';
