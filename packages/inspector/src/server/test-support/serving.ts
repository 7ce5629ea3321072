import { onTestFinished } from 'vitest';
import { type StartedInspector, type StartOptions, startInspector } from '../start-inspector.ts';
import { ScriptedInspector } from './scripted-inspector.ts';

/** A server for a test, with what it asks. */
export interface Serving extends StartedInspector {
  readonly inspector: ScriptedInspector;
  readonly port: number;
  readonly host: string;
}

/** Starts a server that ends with the test. */
export async function serving(options: StartOptions = {}): Promise<Serving> {
  const inspector = new ScriptedInspector();
  const started = await startInspector(inspector, options);
  onTestFinished(() => started.close());
  const { port, host } = new URL(started.address);
  return { ...started, inspector, port: Number(port), host };
}
