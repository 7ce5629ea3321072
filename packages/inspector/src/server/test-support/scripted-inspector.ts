import type { DownloadQuestion, Inspector, InspectorEvent } from '../../api/inspector.ts';
import { overviewOf } from '../../api/test-support/overview-of.ts';

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
