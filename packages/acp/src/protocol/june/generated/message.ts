// Written by `npm run generate` from generate/definitions. Do not edit.

export {
  MessageId,
  ContentChunk,
  UserMessage,
  AgentMessage,
  AgentThought,
} from '../../base/generated/message.ts';
