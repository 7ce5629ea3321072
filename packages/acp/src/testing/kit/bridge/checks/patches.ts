import { isEqual } from '../../../../bridge/equal.ts';
import type { JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, warn } from '../../verdict.ts';
import { type BridgeCheck, forPairs } from '../bridge-check.ts';
import { hasDialect, isEqualPair } from '../dialect-pair.ts';
import { foldedPatches } from '../folded-patches.ts';
import { fromBridge, hasMethod, paramsOf } from '../seen-messages.ts';

const words = (text: string) => ({ type: 'text', text });
const item = (text: string) => ({ type: 'content', content: words(text) });
const call = { sessionUpdate: 'tool_call_update', toolCallId: 'call-1' };
const message = { sessionUpdate: 'agent_message', messageId: 'message-1' };
const info = { sessionUpdate: 'session_info_update' };
const places = [{ path: '/w/notes.txt', line: 3 }];

/** Updates that set everything, change one thing each, and clear what the first ones have set. */
const values: readonly JsonObject[] = [
  { ...call, title: 'Read', kind: 'read', status: 'in_progress', locations: places, content: [item('Found.')] },
  { ...message, content: [words('Said.')] },
  { ...info, title: 'A title', updatedAt: '2026-11-18T00:00:00Z' },
];
const omissions: readonly JsonObject[] = [
  { ...call, status: 'completed' },
  { ...message, _meta: { 'emend.check/step': 2 } },
  { ...info, updatedAt: '2026-11-18T00:00:01Z' },
];
const nulls: readonly JsonObject[] = [
  { ...call, locations: null, content: null },
  { ...message, content: null },
  { ...info, title: null },
];

/** The difference between what an update leaves out, clears and sets. */
export const patchChecks: readonly BridgeCheck[] = [
  {
    id: 'update.patches',
    title: 'what an update leaves out, sets to null or gives a value stays three different things.',
    requirements: forPairs((pair) => {
      if (hasDialect(pair, 'v1')) return isEqualPair(pair) ? ['P1'] : undefined;
      const [june, november] = [hasDialect(pair, 'june'), hasDialect(pair, 'november')];
      return [...(june ? ['C17', 'C18'] : []), ...(november ? ['N51'] : [])];
    }),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const told = async (updates: readonly JsonObject[]) => {
        agent.onPrompt = (turn) => {
          for (const update of updates) turn.update(update);
          turn.end();
        };
        await client.turn(sessionId, 'Go');
        await client.newSession();
        return foldedPatches(client.updatesOf(sessionId));
      };
      if (scene.pair.client !== 'v1') {
        const first = await told(values);
        const set = { call: { places, text: 'Found.', title: 'Read' }, message: 'Said.', title: 'A title' };
        if (!isEqual(first, set)) fail('values do not arrive', ...client.updatesOf(sessionId));
        const before = client.updatesOf(sessionId).length;
        if (!isEqual(await told(omissions), set))
          fail('what an update leaves out is changed by it', ...client.updatesOf(sessionId).slice(before));
        const since = client.updatesOf(sessionId).length;
        const cleared = { call: { places: [], text: '', title: 'Read' }, message: '', title: undefined };
        if (!isEqual(await told(nulls), cleared))
          fail('what an update sets to null is not cleared by it', ...client.updatesOf(sessionId).slice(since));
      } else await told([{ ...values[0], sessionUpdate: 'tool_call' }, ...omissions.slice(0, 1), ...nulls.slice(0, 1)]);
      if (!isEqualPair(scene.pair)) return;
      const sent = agent.line.frames.filter(hasMethod('session/update'));
      const got = fromBridge(client.line).filter(hasMethod('session/update'));
      const params = sent.map(paramsOf);
      const other = got.findIndex((frame, index) => !isEqual(paramsOf(frame), params[index]));
      if (other === -1) return;
      const seen = 'null and what is left out are not told apart as they were sent';
      (scene.pair.client === 'v1' ? warn : fail)(seen, sent[other], got[other]);
    },
  },
];
