export { CarriedNumbers } from './carried-numbers.ts';
export {
  type ClientHost,
  type ClientMethod,
  type ClientServices,
  type Direction,
  type HostedRequests,
  ledgerRules,
  type NoticeRule,
  type RewriteRule,
  type RuleName,
  rewriteRules,
  type TerminalWatcher,
} from './edges.ts';
export type { ReadingFault } from './fault.ts';
export type { LedgerEntry } from './ledger.ts';
export { bridge } from './live/bridge.ts';
export type { BridgeEnd, BridgeEvent, BridgeOptions } from './live/bridge-options.ts';
export { metaKeys, rawUpdateMethod } from './meta-keys.ts';
export type { DelayedStep, Message, SingleMessage, Translation } from './outbox.ts';
export {
  type ConvertedMessages,
  type StreamConverter,
  type StreamConverterOptions,
  type StreamMessage,
  streamConverter,
} from './stream-converter.ts';
export { streamSenders } from './stream-senders.ts';
export { type Translator, type TranslatorOptions, translator } from './translator.ts';
