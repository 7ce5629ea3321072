export { createEvents, type EventsOptions, type SessionEvents } from './events.ts';
export { toMessages } from './row-messages.ts';
export { chosenOption, interruptId, interruptReasons } from './run-end.ts';
export { type SharedState, type SharedTerminal, toSharedState } from './shared-state.ts';
