import type { Dialect } from '../../../protocol/dialects.ts';
import type { ClientStage } from './client-stage.ts';
import type { SceneName } from './started-client.ts';

/** A check of a client. */
export interface ClientCheck {
  /** `AREA.NAME`: checks of an area are listed and reported together. */
  readonly id: string;
  /** What a right client does, in a sentence. */
  readonly title: string;
  /** The rules that it checks, in each dialect that it is for. */
  readonly requirements: Readonly<Partial<Record<Dialect, readonly string[]>>>;
  /** What the client is to do; `prompt` by default. Anything else takes a script. */
  readonly scene?: SceneName;
  /** Returns if the client passes; ends with `fail`, `warn` or `skip` otherwise. */
  run(stage: ClientStage): Promise<void>;
}
