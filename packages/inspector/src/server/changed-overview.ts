import type { Inspector, InspectorCalls } from '../api/inspector.ts';
import type { Overview } from '../api/overview.ts';

/** Returns the same inspector with another overview, in answers and in events. */
export function changedOverview(inspector: Inspector, change: (overview: Overview) => Overview): Inspector {
  return {
    async ask(call, question) {
      const answer = await inspector.ask(call, question);
      const isOverview = call === 'overview';
      return (isOverview ? change(answer as Overview) : answer) as InspectorCalls[typeof call]['gives'];
    },
    download: (question) => inspector.download(question),
    listen: (listener) =>
      inspector.listen((event) =>
        listener(event.type === 'grown' ? { ...event, overview: change(event.overview) } : event),
      ),
  };
}
