import type { DownloadQuestion, Inspector, InspectorEvent } from '../../api/inspector.ts';
import type { Overview } from '../../api/overview.ts';

/** An overview with a number of frames. */
export function overviewOf(frames: number): Overview {
  return {
    source: { kind: 'file', name: 'session.ndjson' },
    frames,
    bytes: 0,
    progress: 1,
    isLive: true,
    sessions: [],
    sessionCount: 0,
    problems: { error: 0, warning: 0, hint: 0 },
    leftOut: [],
    canTalk: false,
  };
}

/** An inspector that answers as a test says, and keeps what it was asked. */
export class ScriptedInspector implements Inspector {
  readonly asked: { readonly call: string; readonly question: unknown }[] = [];
  readonly downloads: DownloadQuestion[] = [];
  readonly listeners = new Set<(event: InspectorEvent) => void>();
  answer: (call: string, question: unknown) => unknown = () => overviewOf(3);
  parts: (question: DownloadQuestion) => AsyncIterable<string> = async function* () {};

  async ask(call: string, question: unknown): Promise<never> {
    this.asked.push({ call, question });
    return (await this.answer(call, question)) as never;
  }

  download(question: DownloadQuestion): AsyncIterable<string> {
    this.downloads.push(question);
    return this.parts(question);
  }

  listen(listener: (event: InspectorEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(event: InspectorEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
