import type { Inspector } from '../api/inspector.ts';
import { PlainRecording, type RecordingOrigin } from './plain-recording.ts';
import { type InspectorParts, recordingInspector } from './recording-inspector.ts';

/** Returns an inspector over the lines of a short recording. */
export function plainInspector(
  lines: readonly string[],
  origin: RecordingOrigin = { source: { kind: 'file', name: 'recording' }, isLive: false },
  parts: InspectorParts = {},
): Inspector {
  return recordingInspector(new PlainRecording(lines, origin), parts);
}
