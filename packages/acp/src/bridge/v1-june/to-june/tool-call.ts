import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import { rawOf } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToV2 } from './content.ts';

/** A piece of a tool's output as v2 has it; a terminal belongs to the v1 client and has no counterpart. */
export function toolCallContentToV2(item: v1.ToolCallContent): Conversion<june.ToolCallContent> {
  switch (item.type) {
    case 'content': {
      const raw = rawOf(item._meta) as june.ToolCallContent | undefined;
      if (raw !== undefined) return converted(raw);
      const block = within('content', contentBlockToV2(item.content));
      if (!block.ok) return block;
      return converted(block.value === item.content ? item : { ...item, content: block.value });
    }
    case 'diff':
      return converted(item);
    case 'terminal':
      return refused('terminal-content', 'type', item.terminalId);
    default:
      return converted(item satisfies never);
  }
}

type Draft = { -readonly [Key in keyof june.ToolCallUpdate]: june.ToolCallUpdate[Key] };

function present<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

/** A tool call update as v2 has it: what v1 leaves out or sets to null is unchanged, so v2 leaves it out. */
export function toolCallUpdateToV2(update: v1.ToolCallUpdate): Conversion<june.ToolCallUpdate> {
  const { title, kind, status, content, locations, rawInput, rawOutput, _meta, ...rest } = update;
  const value: Draft = { ...rest };
  if (present(title)) value.title = title;
  if (present(kind)) value.kind = kind;
  if (present(status)) value.status = status;
  if (present(content)) {
    const items = within('content', convertedList(content, toolCallContentToV2));
    if (!items.ok) return items;
    value.content = items.value;
  }
  if (present(locations)) value.locations = locations;
  if (present(rawInput)) value.rawInput = rawInput;
  if (present(rawOutput)) value.rawOutput = rawOutput;
  if (present(_meta)) value._meta = _meta;
  return converted(value);
}

/** A created tool call as v2 has it: an upsert without the values that are v1's defaults (P6). */
export function toolCallToV2(call: v1.ToolCall): Conversion<june.ToolCallUpdate> {
  const { kind, status, content, locations, ...rest } = call;
  return toolCallUpdateToV2({
    ...rest,
    ...(kind === undefined || kind === 'other' ? {} : { kind }),
    ...(status === undefined || status === 'pending' ? {} : { status }),
    ...(content === undefined || content.length === 0 ? {} : { content }),
    ...(locations === undefined || locations.length === 0 ? {} : { locations }),
  });
}
