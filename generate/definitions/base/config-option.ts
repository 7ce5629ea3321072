import { alias, bareRecord, lenient, listByKey, openEnum, openUnion, record, type Topic } from '../../language.ts';

/** Configuration options. */
export const configOption = {
  SessionConfigId: alias('Id of a configuration option, unique within its session.', 'id'),
  SessionConfigValueId: alias('Id of a value of a configuration option.', 'id'),
  SessionConfigGroupId: alias('Id of a group of values of a configuration option.', 'id'),
  SessionConfigOptionCategory: openEnum('What an option is about. Only a hint for placing it on the screen.', {
    mode: 'How the agent behaves.',
    model: 'Which model it uses.',
    model_config: 'A setting of the model.',
    thought_level: 'How much the model reasons.',
  }),
  SessionConfigSelectOption: record('A value to choose.', {
    value: ['SessionConfigValueId', 'Id of the value, for the request that sets it.'],
    name: ['string', 'Label to show.'],
    'description?': ['string | null', 'What choosing this value does.'],
  }),
  SessionConfigSelectGroup: record('A group of values under one heading.', {
    group: ['SessionConfigGroupId', 'Id of the group.'],
    name: ['string', 'Heading to show.'],
    options: ['SessionConfigSelectOption[]', 'Values of the group.'],
  }),
  SessionConfigSelectOptions: listByKey('All values to choose from, in groups or without.', {
    value: 'SessionConfigSelectOption',
    group: 'SessionConfigSelectGroup',
  }),
  SessionConfigSelect: bareRecord('An option with one of several values.', {
    currentValue: ['SessionConfigValueId', 'Current value.'],
    options: ['SessionConfigSelectOptions', 'Values to choose from.'],
  }),
  SessionConfigBoolean: bareRecord('An option that is on or off.', {
    currentValue: ['boolean', 'Whether the option is on.'],
  }),
  SessionConfigOption: openUnion(
    'A setting of the session that the user can change.',
    { select: 'SessionConfigSelect' },
    {
      common: {
        id: ['SessionConfigId', 'Id of the option.'],
        name: ['string', 'Label to show.'],
        'description?': ['string | null', 'What the option does.'],
        'category?': ['SessionConfigOptionCategory | null', 'What the option is about.', lenient],
      },
    },
  ),
  SetSessionConfigOptionRequest: record('Sets a configuration option.', {
    sessionId: ['SessionId', 'Id of the session.'],
    configId: ['SessionConfigId', 'Id of the option.'],
    value: ['SessionConfigValueId', 'New value.'],
  }),
  SetSessionConfigOptionResponse: record('The configuration after an option was set.', {
    configOptions: ['SessionConfigOption[]', 'All options. Setting one may have changed others.', lenient],
  }),
  ConfigOptionUpdate: record('The configuration changed.', {
    configOptions: ['SessionConfigOption[]', 'All options with their current values.', lenient],
  }),
} satisfies Topic;
