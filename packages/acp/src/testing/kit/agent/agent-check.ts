import type { Dialect } from '../../../protocol/dialects.ts';
import type { AgentScene } from './agent-scene.ts';

/** A check of an agent. */
export interface AgentCheck {
  /** `AREA.NAME`: checks of an area are listed and reported together. */
  readonly id: string;
  /** What a right agent does, in a sentence. */
  readonly title: string;
  /** The rules that it checks, in each dialect that it is for. */
  readonly requirements: Readonly<Partial<Record<Dialect, readonly string[]>>>;
  /** Returns if the agent passes; ends with `fail`, `warn` or `skip` otherwise. */
  run(scene: AgentScene): Promise<void>;
}

/** Returns the same rules for every dialect. */
export function inAll(...requirements: readonly string[]): Readonly<Record<Dialect, readonly string[]>> {
  return { v1: requirements, june: requirements, november: requirements };
}
