import type { DownloadQuestion, InspectorCall, InspectorCalls, InspectorEvent } from './inspector.ts';

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

/** What the page of an export sends to its worker: also what it wants to save, since there is no server to fetch it from. */
export type PortQuestion = PageMessage | { readonly id: number; readonly download: DownloadQuestion };

/** What the worker of an exported page sends: also the parts of what is saved, the last of them undefined. */
export type PortAnswer = InspectorMessage | { readonly id: number; readonly part: string | undefined };

/** One end of a channel between a page and its worker: a `Worker`, a `MessagePort`, or the global object of a worker. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}
