import { type AgentDefinition, agent, connect, memoryPair, serve, type Transport, tap } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { recordingLine } from '@emend/acp/recording';
import { demonstration } from '../../packages/cli/src/demo/demo-agent.ts';
import { MemoryBytes } from '../../packages/inspector/src/engine/byte-source.ts';
import { Inspection } from '../../packages/inspector/src/engine/inspection.ts';
import { recordingInspector } from '../../packages/inspector/src/engine/recording-inspector.ts';
import { startInspector } from '../../packages/inspector/src/server/start-inspector.ts';
import { talkingInspector } from '../../packages/inspector/src/server/talk/talking-inspector.ts';
import { buildPage } from './build.ts';

/** An inspector that talks to an agent. */
interface InspectedAgent {
  /** The address of its page, with the token. */
  readonly address: string;
  close(): Promise<void>;
}

/** Starts the demo agent and an inspector that is its client, in this process. */
export async function inspectDemo(): Promise<InspectedAgent> {
  const demo = demonstration({ pace: 0, log: new MemoryLog() });
  const { address, close } = await inspectAgent(demo.definition);
  return {
    address,
    async close() {
      await close();
      await demo.close();
    },
  };
}

/** Starts an agent and an inspector that is its client, in this process. An agent of v1 answers the handshake of a v2 client as one of v1. */
export async function inspectAgent(
  definition: AgentDefinition,
  { isV1 = false }: { readonly isV1?: boolean } = {},
): Promise<InspectedAgent> {
  buildPage();
  const [near, far] = memoryPair();
  serve(agent(definition), isV1 ? askedForV1(far) : far);
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
    },
  };
}

/** Returns the transport of an agent that knows only v1: whatever version a client asks for, it is asked for that. */
function askedForV1(transport: Transport): Transport {
  async function* frames() {
    for await (const batch of transport.frames) {
      yield batch.map((frame) =>
        typeof frame === 'string' ? frame.replace('"protocolVersion":2', '"protocolVersion":1') : frame,
      );
    }
  }
  return { frames: frames(), send: (frame) => transport.send(frame), close: () => transport.close() };
}
