import { type Conversion, converted, refused } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** The block that carries each known block of v2. */
const counterparts = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  resource_link: 'resource_link',
  resource: 'resource',
} as const satisfies { readonly [Type in june.KnownContentBlock['type']]: v1.ContentBlock['type'] & Type };

/** A content block as v1 has it: the same value, unless v1 does not know its type or one of its roles. */
export function contentBlockToV1(block: june.ContentBlock): Conversion<v1.ContentBlock> {
  if (!june.isKnownContentBlock(block)) return refused('unknown-content-block', 'type', block.type);
  const unknown = block.annotations?.audience?.findIndex((role) => !june.isKnownRole(role)) ?? -1;
  if (unknown >= 0) {
    return refused('unknown-role', `annotations.audience[${unknown}]`, block.annotations?.audience?.[unknown]);
  }
  // All that differs between the two types is the openness of roles, checked above.
  return converted(block satisfies { readonly type: keyof typeof counterparts } as v1.ContentBlock);
}
