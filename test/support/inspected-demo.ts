import { agent, connect, memoryPair, serve, tap } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { recordingLine } from '@emend/acp/recording';
import { demonstration } from '../../packages/cli/src/demo/demo-agent.ts';
import { PlainRecording } from '../../packages/inspector/src/engine/plain-recording.ts';
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

/** How long frames are gathered before the recording grows. */
const gathering = 100;

/** Starts the demo agent and an inspector that is its client, in this process. */
export async function inspectDemo(): Promise<InspectedDemo> {
  buildPage();
  const demo = demonstration({ pace: 0, log: new MemoryLog() });
  const [near, far] = memoryPair();
  serve(agent(demo.definition), far);
  const recording = new PlainRecording([], { source: { kind: 'command', name: 'emend agent' }, isLive: true });
  const waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const tapped = tap(near, (direction, frame) => {
    if (typeof frame !== 'string') return;
    waiting.push(recordingLine(performance.now(), direction === 'sent' ? 'client' : 'agent', frame).trimEnd());
    timer ??= setTimeout(() => {
      timer = undefined;
      recording.grow(waiting.splice(0));
    }, gathering);
  });
  const inspector = talkingInspector(recordingInspector(recording), (options) => connect(tapped, options), {
    cwd: '/work',
    version: '1',
  });
  const server = await startInspector(inspector);
  return {
    address: `${server.address}#token=${server.token}`,
    async close() {
      clearTimeout(timer);
      await inspector.close();
      await server.close();
      await demo.close();
    },
  };
}
