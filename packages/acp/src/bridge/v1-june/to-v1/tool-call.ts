import { type Conversion, converted, convertedList, type Loss, refused, within } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToV1 } from './content-block.ts';

type Known<Type> = Extract<june.KnownToolCallContent, { readonly type: Type }>;

const contentRules = {
  content: (item) => {
    const block = within('content', contentBlockToV1(item.content));
    if (!block.ok) return block;
    return block.value === item.content
      ? converted(item as v1.ToolCallContent)
      : converted({ ...item, content: block.value });
  },
  diff: (item) => converted(item),
} satisfies {
  readonly [Type in june.KnownToolCallContent['type']]: (item: Known<Type>) => Conversion<v1.ToolCallContent>;
};

/** A piece of a tool's output as v1 has it. */
export function toolCallContentToV1(item: june.ToolCallContent): Conversion<v1.ToolCallContent> {
  if (!june.isKnownToolCallContent(item)) return refused('unknown-tool-content', 'type', item.type);
  return item.type === 'content' ? contentRules.content(item) : contentRules.diff(item);
}

/** A tool call update as v1 has it: collections are cleared by `[]`, cleared scalars and raw fields stay behind (RFD tool-call-updates). */
export function toolCallUpdateToV1(update: june.ToolCallUpdate): Conversion<v1.ToolCallUpdate> {
  const { title, kind, status, content, locations, rawInput, rawOutput, _meta, ...rest } = update;
  const losses: Loss[] = [];
  const cleared = (path: string) => losses.push({ path, lost: 'that it is cleared' });
  const value: { -readonly [Key in keyof v1.ToolCallUpdate]: v1.ToolCallUpdate[Key] } = { ...rest };

  if (title === null) cleared('title');
  else if (title !== undefined) value.title = title;
  if (kind === null) cleared('kind');
  else if (kind !== undefined) {
    if (!june.isKnownToolKind(kind)) return refused('unknown-tool-kind', 'kind', kind);
    value.kind = kind;
  }
  if (status === null) cleared('status');
  else if (status !== undefined) {
    if (!june.isKnownToolCallStatus(status)) return refused('unknown-tool-status', 'status', status);
    value.status = status;
  }
  if (content === null) value.content = [];
  else if (content !== undefined) {
    const items = within('content', convertedList(content, toolCallContentToV1));
    if (!items.ok) return items;
    value.content = items.value;
  }
  if (locations !== undefined) value.locations = locations ?? [];
  if (rawInput === null) cleared('rawInput');
  else if (rawInput !== undefined) value.rawInput = rawInput;
  if (rawOutput === null) cleared('rawOutput');
  else if (rawOutput !== undefined) value.rawOutput = rawOutput;
  if (_meta === null) cleared('_meta');
  else if (_meta !== undefined) value._meta = _meta;
  return converted(value, losses);
}
