export { CarriedNumbers } from './carried-numbers.ts';
export type { ReadingFault } from './fault.ts';
export { type Direction, type LedgerEntry, ledgerRules, type RuleName } from './ledger.ts';
export { bridge } from './live/bridge.ts';
export type { BridgeEnd, BridgeEvent, BridgeOptions } from './live/bridge-options.ts';
export type { ClientHost, HostedRequests } from './live/client-host.ts';
export { type Dialect, dialectOfAgent, dialectOfClient } from './live/dialect.ts';
export { metaKeys, rawUpdateMethod } from './meta-keys.ts';
export type { Message, Side, SingleMessage, Translation } from './outbox.ts';
export {
  type ConvertedMessages,
  type StreamConverter,
  type StreamMessage,
  streamConverter,
} from './stream-converter.ts';
export { streamSenders } from './stream-senders.ts';
export { versionOfHandshake, versionOfMessage } from './stream-version.ts';
export { type Translator, type TranslatorOptions, translator, type Version } from './translator.ts';
export type { ClientMethod } from './v1-june/to-june/client-methods.ts';
export type { ClientServices } from './v1-june/to-june/options.ts';
export { type RewriteRule, rewriteRules } from './v1-june/to-v1/crossing.ts';
