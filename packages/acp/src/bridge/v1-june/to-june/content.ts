import { rawOf } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** Returns a content block as June has it: the same value, or the one that a bridge had replaced by a placeholder. */
export function contentBlockToJune(block: v1.ContentBlock): june.ContentBlock {
  return (rawOf(block._meta) as june.ContentBlock | undefined) ?? block;
}
