import { bareRecord, closed, closedUnion, markedAs, type Topic } from '../../language.ts';
import { configOption as base } from '../base/config-option.ts';

const { common, variants } = base.SessionConfigOption;

/** Configuration options in v1. */
export const configOption = {
  SessionConfigSelectOption: markedAs(base.SessionConfigSelectOption, true, 'description'),
  SessionConfigSelectGroup: markedAs(base.SessionConfigSelectGroup, true, 'options'),
  SessionConfigOption: {
    ...closed(base.SessionConfigOption),
    variants: { ...variants, boolean: 'SessionConfigBoolean' },
    common: common.map((field) => (field.name === 'description' ? { ...field, lenient: true } : field)),
  },
  SetSessionConfigOptionRequest: closedUnion(
    base.SetSessionConfigOptionRequest.describe,
    { boolean: bareRecord('', { value: ['boolean', 'Whether the option is to be on.'] }) },
    {
      common: {
        sessionId: ['SessionId', 'Id of the session.'],
        configId: ['SessionConfigId', 'Id of the option.'],
      },
      untagged: bareRecord('', { value: ['SessionConfigValueId', 'Id of the new value.'] }),
    },
  ),
} satisfies Topic;
