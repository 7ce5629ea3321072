export { useMessage, useScreen, useSession, useToolCall } from './use-session.ts';
