import { decodeBase64 } from '../../../../protocol/base64.ts';
import { readGitPatch } from '../../../../protocol/git-patch/read.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, type SeenFrame, skip } from '../../verdict.ts';
import { isAbsolute } from '../absolute-path.ts';
import { area } from '../agent-check.ts';
import { updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { allowing } from '../permission-answer.ts';

/** What tools have changed and printed, in the November draft. */
export const toolContentChecks = area('shared', [
  {
    id: 'tools.diffs',
    title: 'a diff lists its changes, and a patch in it is about the same files, by their absolute paths.',
    requirements: { november: ['N40'] },
    async run(scene) {
      const diffs = (await toolUpdates(scene)).flatMap((frame) => diffsIn(frame).map((diff) => ({ frame, diff })));
      if (diffs.length === 0) skip('the agent showed no diff');
      for (const { frame, diff } of diffs) checkDiff(diff, frame);
    },
  },
  {
    id: 'tools.terminal-output',
    title: 'what a terminal prints is base64, every piece on its own.',
    requirements: { november: ['N41'] },
    async run(scene) {
      const pieces = (await toolUpdates(scene)).flatMap((frame) => dataIn(frame).map((data) => ({ frame, data })));
      if (pieces.length === 0) skip('the agent showed no terminal');
      for (const { frame, data } of pieces) {
        const isRead = typeof data === 'string' && decodeBase64(data) !== undefined;
        if (!isRead) fail('the data of a terminal is not base64', frame);
      }
    },
  },
]);

async function toolUpdates(scene: AgentScene): Promise<readonly SeenFrame[]> {
  const text = scene.prompt('tool');
  const { agent, sessionId } = await scene.session();
  agent.line.responders.set('session/request_permission', allowing);
  await scene.turn(agent, sessionId, text);
  return agent.updatesOf(sessionId);
}

function diffsIn(frame: SeenFrame): JsonObject[] {
  const content = updateOf(frame)?.update['content'];
  return (Array.isArray(content) ? content : [content]).filter(isObject).filter(({ type }) => type === 'diff');
}

/** A chunk has its data, a snapshot the data of its output. */
function dataIn(frame: SeenFrame): unknown[] {
  const update = updateOf(frame)?.update ?? {};
  if (update['sessionUpdate'] === 'terminal_output_chunk') return [update['data']];
  const { output } = update;
  return update['sessionUpdate'] === 'terminal_update' && isObject(output) ? [output['data']] : [];
}

function checkDiff({ changes, patch }: JsonObject, frame: SeenFrame): void {
  if (!Array.isArray(changes)) fail('a diff has no list of changes', frame);
  if (!isObject(patch) || patch['format'] !== 'git_patch') return;
  const named = changes.filter(isObject).flatMap(({ path, oldPath }) => [path, oldPath]);
  for (const section of readGitPatch(String(patch['text']))) {
    if (section.type === 'unread') fail('a part of a patch is not in the format of git', frame);
    for (const path of [section.path, section.oldPath]) {
      if (!isAbsolute(path)) fail(`the path "${path}" of a patch is not absolute`, frame);
      if (!named.includes(path)) fail(`a patch is about "${path}", which is none of the changes`, frame);
    }
  }
}
