import { type Conversion, converted } from '../../conversion.ts';
import { rawOf } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** The block that carries each block of v1. */
export const contentBlockCounterparts = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  resource_link: 'resource_link',
  resource: 'resource',
} as const satisfies { readonly [Type in v1.ContentBlock['type']]: june.KnownContentBlock['type'] & Type };

/** A content block as v2 has it: the same value, or the one that a bridge had to show as a placeholder. */
export function contentBlockToV2(block: v1.ContentBlock): Conversion<june.ContentBlock> {
  return converted((rawOf(block._meta) as june.ContentBlock | undefined) ?? block);
}
