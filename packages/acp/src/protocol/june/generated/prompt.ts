// Written by `npm run generate` from generate/definitions. Do not edit.

export {
  StopReason,
  isKnownStopReason,
  type KnownStopReason,
  type UnknownStopReason,
  PromptRequest,
  PromptResponse,
  CancelNotification,
} from '../../base/generated/prompt.ts';
