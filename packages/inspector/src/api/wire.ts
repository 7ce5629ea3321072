import type { InspectorCall, InspectorCalls, InspectorEvent } from './inspector.ts';

/** What a page sends: a call with a number of its own. */
export type PageMessage = {
  [Call in InspectorCall]: {
    readonly id: number;
    readonly call: Call;
    readonly question: InspectorCalls[Call]['takes'];
  };
}[InspectorCall];

/** What a page gets: the answer to a call, or an event. */
export type InspectorMessage =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string }
  | { readonly event: InspectorEvent };
