import { bareRecord, lenient, lenientItems, listByKey, openUnion, record, type Topic } from '../../language.ts';

/** Configuration options in November. */
export const configOption = {
  SessionConfigSelectOption: record('A value to choose.', {
    value: ['SessionConfigValueId', 'Id of the value, for the request that sets it.'],
    name: ['string', 'Label to show.'],
    'description?': ['string | null', 'What choosing this value does.', lenient],
  }),
  SessionConfigSelectGroup: record('A group of values under one heading.', {
    groupId: ['SessionConfigGroupId', 'Id of the group.'],
    name: ['string', 'Heading to show.'],
    options: ['SessionConfigSelectOption[+]', 'Values of the group.', lenient],
  }),
  SessionConfigSelectOptions: listByKey(
    'All values to choose from, in groups or without.',
    { value: 'SessionConfigSelectOption', groupId: 'SessionConfigSelectGroup' },
    { atLeastOne: true },
  ),
  SessionConfigOption: openUnion(
    'A setting of the session that the user can change.',
    { select: 'SessionConfigSelect', boolean: 'SessionConfigBoolean' },
    {
      common: {
        configId: ['SessionConfigId', 'Id of the option.'],
        name: ['string', 'Label to show.'],
        'description?': ['string | null', 'What the option does.', lenient],
        'category?': ['SessionConfigOptionCategory | null', 'What the option is about.', lenient],
      },
    },
  ),
  SetSessionConfigOptionRequest: openUnion(
    'Sets a configuration option.',
    {
      id: bareRecord('', { value: ['SessionConfigValueId', 'Id of the new value.'] }),
      boolean: bareRecord('', { value: ['boolean', 'Whether the option is to be on.'] }),
    },
    {
      common: {
        sessionId: ['SessionId', 'Id of the session.'],
        configId: ['SessionConfigId', 'Id of the option.'],
      },
      rest: { value: ['any', 'New value.'] },
    },
  ),
  SetSessionConfigOptionResponse: record('The configuration after an option was set.', {
    configOptions: ['SessionConfigOption[]', 'All options. Setting one may have changed others.', lenientItems],
  }),
  ConfigOptionUpdate: record('The configuration changed.', {
    configOptions: ['SessionConfigOption[]', 'All options with their current values.', lenientItems],
  }),
} satisfies Topic;
