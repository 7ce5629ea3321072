import { agent, connect, memoryPair, serve, tap } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { recordingLine } from '@emend/acp/recording';
import { demonstration } from '../../packages/cli/src/demo/demo-agent.ts';
import { MemoryBytes } from '../../packages/inspector/src/engine/byte-source.ts';
import { Inspection } from '../../packages/inspector/src/engine/inspection.ts';
import { recordingInspector } from '../../packages/inspector/src/engine/recording-inspector.ts';
import { startInspector } from '../../packages/inspector/src/server/start-inspector.ts';
import { talkingInspector } from '../../packages/inspector/src/server/talk/talking-inspector.ts';
import { buildPage } from './build.ts';

/** An inspector that talks to the demo agent. */
interface InspectedDemo {
  /** The address of its page, with the token. */
  readonly address: string;
  close(): Promise<void>;
}

/** Starts the demo agent and an inspector that is its client, in this process. */
export async function inspectDemo(): Promise<InspectedDemo> {
  buildPage();
  const demo = demonstration({ pace: 0, log: new MemoryLog() });
  const [near, far] = memoryPair();
  serve(agent(demo.definition), far);
  const bytes = new MemoryBytes();
  const encoder = new TextEncoder();
  const tapped = tap(near, (direction, frame) => {
    if (typeof frame !== 'string') return;
    const line = recordingLine(performance.now(), direction === 'sent' ? 'client' : 'agent', frame);
    void bytes.append(encoder.encode(line));
  });
  const recording = new Inspection({ source: { kind: 'command', name: 'emend agent' }, bytes });
  await recording.grow();
  const inspector = talkingInspector(recordingInspector(recording), (options) => connect(tapped, options), {
    cwd: '/work',
    version: '1',
  });
  const server = await startInspector(inspector);
  return {
    address: `${server.address}#token=${server.token}`,
    async close() {
      recording.close();
      await inspector.close();
      await server.close();
      await demo.close();
    },
  };
}
