import { resultOf } from '../../peer-line.ts';
import { fail, type SeenFrame, skip } from '../../verdict.ts';
import { area, refused } from '../agent-check.ts';
import { type AgentLine, isIdle, isState } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { isMessage } from '../told-messages.ts';

/** How an agent opens an earlier session without telling it again. */
export const resumeChecks = area('shared', [
  {
    id: 'resume.silent',
    title: 'a session that is resumed is not told again.',
    requirements: { v1: ['A16'], june: ['A16'], november: ['N33'] },
    async run(scene) {
      const { before, answer } = await resumed(scene);
      const told = before.filter(isMessage);
      if (told.length > 0) fail('messages of the session came before the answer', ...told.slice(0, 3), answer);
    },
  },
  {
    id: 'resume.state',
    title: 'resuming a session tells its state, once, before the answer.',
    requirements: { november: ['N33'] },
    async run(scene) {
      const { before, answer } = await resumed(scene);
      const states = before.filter(isState);
      if (states.length !== 1) fail(`${states.length} state updates came before the answer, not 1`, ...states, answer);
      if (!states.every(isIdle)) fail('nothing runs, and the state is not idle', ...states);
    },
  },
  {
    id: 'resume.goes-on',
    title: 'a session that was resumed takes prompts.',
    requirements: { v1: ['A16', 'A32'], june: ['A16', 'A32'], november: ['N33', 'N22'] },
    async run(scene) {
      const { again, sessionId } = await resumedOwn(scene);
      const { answer } = await again.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail('a prompt was answered with an error', answer.frame);
    },
  },
  {
    id: 'resume.bad-cursor',
    title: 'a place to replay from that the agent does not know is refused.',
    requirements: { november: ['N33'] },
    async run(scene) {
      const { again, sessionId } = await resumed(scene);
      const replayFrom = { type: 'emend-check-no-such-place' };
      const params = { sessionId, cwd: scene.cwd, mcpServers: [], replayFrom };
      refused(await again.line.request('session/resume', params), scene.dialect, -32602);
    },
  },
]);

interface Resumed {
  /** The updates of the session before the answer. */
  readonly before: readonly SeenFrame[];
  readonly answer: SeenFrame;
  readonly again: AgentLine;
  readonly sessionId: string;
}

/** Resumes a session with an ordinary turn, which other checks open, too, on another connection. */
async function resumed(scene: AgentScene): Promise<Resumed> {
  scene.requires('canResume');
  const { sessionId } = await scene.earlier();
  return resumedAgain(scene, sessionId);
}

/** Has a turn, then resumes its session on another connection. */
async function resumedOwn(scene: AgentScene): Promise<Resumed> {
  scene.requires('canResume');
  const { agent, sessionId } = await scene.session();
  await scene.turn(agent, sessionId);
  await agent.line.close();
  return resumedAgain(scene, sessionId);
}

async function resumedAgain(scene: AgentScene, sessionId: string): Promise<Resumed> {
  const again = await scene.open();
  const answer = await again.line.request('session/resume', { sessionId, cwd: scene.cwd, mcpServers: [] });
  if (answer.error !== undefined) skip(`needs a session that outlives its connection: ${answer.error['message']}`);
  resultOf(answer, 'session/resume');
  const { evidence } = again.line;
  const before = again.updatesOf(sessionId).filter((frame) => evidence.placeOf(frame) < evidence.placeOf(answer.frame));
  return { before, answer: answer.frame, again, sessionId };
}
