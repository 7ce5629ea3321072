import type { Inspector, InspectorCall, InspectorCalls, InspectorEvent } from '../../api/inspector.ts';
import type { Overview } from '../../api/overview.ts';
import type { TalkResult, TalkState } from '../../api/talk.ts';
import { maskedResult, maskedState } from './masked-talk.ts';
import { type Reach, Talk, type TalkSettings } from './talk.ts';

/** An inspector of a live recording through which an agent can be talked to. */
export interface TalkingInspector extends Inspector {
  /** Ends the connection to the agent. */
  close(): Promise<void>;
}

/**
 * Adds talking to an inspector: `reach` starts or reaches the agent over a transport whose frames become the recording, and everything
 * else is answered by the inspector of that. With `redact` in the settings, the page gets what the agent says without secrets.
 */
export function talkingInspector(
  inspector: Inspector,
  reach: Reach,
  settings: Omit<TalkSettings, 'onState'>,
): TalkingInspector {
  const listeners = new Set<(event: InspectorEvent) => void>();
  const { redact } = settings;
  const shownState = (state: TalkState): TalkState => (redact === undefined ? state : maskedState(state, redact));
  const shownResult = (result: TalkResult): TalkResult =>
    redact === undefined ? result : maskedResult(result, redact);
  const onState: TalkSettings['onState'] = (state) => {
    const event: InspectorEvent = { type: 'talk', state: shownState(state) };
    for (const listener of listeners) listener(event);
  };
  const talk = new Talk(reach, { ...settings, onState });
  const withTalk = (overview: Overview): Overview => ({ ...overview, canTalk: true });
  const calls: { [Call in InspectorCall]?: (question: InspectorCalls[Call]['takes']) => unknown } = {
    overview: async (question) => withTalk(await inspector.ask('overview', question)),
    talk: async (order) => shownResult(await talk.order(order)),
    talkState: () => shownState(talk.state),
  };
  return {
    async ask(call, question) {
      // The name comes from the page.
      const own = Object.hasOwn(calls, call) ? (calls[call] as (asked: typeof question) => unknown) : undefined;
      const answer = own === undefined ? inspector.ask(call, question) : own(question);
      return answer as Promise<InspectorCalls[typeof call]['gives']>;
    },
    download: (question) => inspector.download(question),
    listen(listener) {
      listeners.add(listener);
      const stop = inspector.listen((event) =>
        listener(event.type === 'grown' ? { ...event, overview: withTalk(event.overview) } : event),
      );
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    close: () => talk.close(),
  };
}
