import type { Transport } from '@emend/acp';
import type { Redact } from '@emend/acp/recording';
import type { Inspector } from '../api/inspector.ts';
import { reachCommand, reachTransport, type Seen } from './talk/reach.ts';
import { type TalkingInspector, talkingInspector } from './talk/talking-inspector.ts';

/** Whom to talk to, and who is told what passes. */
export interface TalkPartner {
  /** The command line of the agent, or how to open a transport to it. */
  readonly agent: readonly string[] | (() => Promise<Transport>);
  readonly seen: Seen;
  /** The working directory of the sessions. */
  readonly cwd: string;
  /** The version of the program, which agents are told. */
  readonly version: string;
  /** Returns what to tell of a failure; undefined for the usual words. */
  readonly explain?: (error: unknown) => string | undefined;
  /** Masks secrets in what the page shows of the agent; ids and values that go back to the agent stay as they are. */
  readonly redact?: Redact;
}

/** Starts or reaches an agent and lets the page talk to it; `inspector` is that of the recording which `seen` writes. */
export function talkTo(inspector: Inspector, { agent, seen, ...settings }: TalkPartner): TalkingInspector {
  const reach = typeof agent === 'function' ? reachTransport(agent, seen) : reachCommand(agent, seen);
  return talkingInspector(inspector, reach, settings);
}
