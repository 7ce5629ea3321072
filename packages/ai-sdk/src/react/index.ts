/** The hook that shows an ACP session with the helpers of `useChat`. */
export { type UseAcpChatOptions, useAcpChat } from './use-acp-chat.ts';
