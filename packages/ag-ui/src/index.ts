export { type SharedState, type SharedTerminal, toSharedState } from './agent-state.ts';
export { createEvents, type EventsOptions, type SessionEvents } from './events.ts';
export { toMessages } from './row-messages.ts';
export { chosenOption, givenAnswer, interruptId, interruptReasons } from './run-end.ts';
