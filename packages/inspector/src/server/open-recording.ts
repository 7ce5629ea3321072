import type { Dialect } from '@emend/acp/protocol';
import { isSecretName, redaction, secretsOf } from '@emend/acp/recording';
import type { Inspector } from '../api/inspector.ts';
import type { Overview } from '../api/overview.ts';
import { sourceText } from '../engine/download/source-text.ts';
import { Inspection } from '../engine/inspection.ts';
import { recordingInspector } from '../engine/recording-inspector.ts';
import { FileSpools } from './file-spool.ts';
import { FollowedFile } from './followed-file.ts';

/** A recording that can be inspected. */
export interface OpenedRecording {
  readonly inspector: Inspector;
  /** Looks at the file now and then, for one that another program writes. */
  watch(): void;
  /** Says that something was added to the file. */
  grew(): void;
  /** Says that nothing more will be added. */
  end(): Promise<void>;
  /** Closes the file and removes what was kept beside it. */
  close(): Promise<void>;
}

/** Opens the file of a recording, in a dialect that is given or found out; rejects with the error of the system if it cannot be read. */
export async function openRecording(
  path: string,
  source: Overview['source'],
  dialect?: Dialect,
): Promise<OpenedRecording> {
  const file = await FollowedFile.open(path);
  const spools = new FileSpools();
  const inspection = new Inspection({
    source,
    bytes: file,
    ...(dialect !== undefined && { dialect }),
    newSpool: () => spools.open(),
    // What came in the meantime, such as the question of a page, comes first.
    pause: () => new Promise((resolve) => void setImmediate(resolve)),
  });
  const reading = inspection.grow().catch(() => {});
  return {
    inspector: recordingInspector(inspection, {
      downloads: {
        text: () => sourceText(file),
        redact: redaction([], secretsOf(process.env), isSecretName),
      },
    }),
    watch: () => file.watch(),
    grew: () => void file.look().catch(() => {}),
    end: () => file.end(),
    async close() {
      inspection.close();
      await file.close();
      await reading;
      spools.close();
    },
  };
}
