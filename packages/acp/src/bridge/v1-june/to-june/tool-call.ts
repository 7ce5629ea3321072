import { metaKeys, rawOf } from '../../meta-keys.ts';
import * as june from '../june.ts';
import { placeholderText } from '../placeholder-text.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToJune } from './content.ts';

/** Tool content of v1 in which terminals are shown as text. */
export type TextualContent = Exclude<v1.ToolCallContent, { readonly type: 'terminal' }>;

/** A tool call, or an update of one, in which terminals are shown as text. */
export type WithoutTerminals<Call> = Omit<Call, 'content'> & { readonly content?: readonly TextualContent[] | null };

/**
 * Returns the item of June that a placeholder stands for; `undefined` if the text is no placeholder. Terminals and changes of files of November
 * are kept in `_meta`, too, but June knows none of them: the text is what shows them.
 */
function hiddenItem({ content, _meta }: TextualContent & { type: 'content' }): june.ToolCallContent | undefined {
  const raw = rawOf(_meta) as june.ToolCallContent | undefined;
  if (raw === undefined || june.isKnownToolCallContent(raw) || _meta?.[metaKeys.terminal] !== undefined) {
    return undefined;
  }
  return content.type === 'text' && content.text === placeholderText(raw) ? raw : undefined;
}

function toolContentToJune(item: TextualContent): june.ToolCallContent {
  // Terminals are here where they are kept.
  if (item.type !== 'content') return item;
  const hidden = hiddenItem(item);
  if (hidden !== undefined) return hidden;
  const content = contentBlockToJune(item.content);
  return content === item.content ? item : { ...item, content };
}

type Draft = { -readonly [Key in keyof june.ToolCallUpdate]: june.ToolCallUpdate[Key] };

function present<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

/** Returns a tool call update as June has it: null means unchanged in v1, so June leaves it out. */
export function toolCallUpdateToJune(update: WithoutTerminals<v1.ToolCallUpdate>): june.ToolCallUpdate {
  const { title, kind, status, content, locations, rawInput, rawOutput, _meta, ...rest } = update;
  const value: Draft = { ...rest };
  if (present(title)) value.title = title;
  if (present(kind)) value.kind = kind;
  if (present(status)) value.status = status;
  if (present(content)) value.content = content.map(toolContentToJune);
  if (present(locations)) value.locations = locations;
  if (present(rawInput)) value.rawInput = rawInput;
  if (present(rawOutput)) value.rawOutput = rawOutput;
  if (present(_meta)) value._meta = _meta;
  return value;
}

/** Returns a created tool call as June has it: an upsert without the values that are the defaults of v1. */
export function toolCallToJune(call: WithoutTerminals<v1.ToolCall>): june.ToolCallUpdate {
  const { kind, status, content, locations, ...rest } = call;
  return toolCallUpdateToJune({
    ...rest,
    ...(kind === undefined || kind === 'other' ? {} : { kind }),
    ...(status === undefined || status === 'pending' ? {} : { status }),
    ...(!present(content) || content.length === 0 ? {} : { content }),
    ...(locations === undefined || locations.length === 0 ? {} : { locations }),
  });
}
