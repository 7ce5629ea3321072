import { alias, bareRecord, lenient, listByKey, openEnum, record, type Topic } from '../../language.ts';

/** Configuration options, alike in both versions. */
export const configOption: Topic = {
  SessionConfigId: alias('Names a configuration option within its session.', 'id'),
  SessionConfigValueId: alias('Names a value of a configuration option.', 'id'),
  SessionConfigGroupId: alias('Names a group of values of a configuration option.', 'id'),
  SessionConfigOptionCategory: openEnum('What an option is about, for placing it on the screen only.', {
    mode: 'How the agent behaves.',
    model: 'Which model it uses.',
    model_config: 'A setting of the model.',
    thought_level: 'How much it reasons.',
  }),
  SessionConfigSelectOption: record('One value to choose.', {
    value: ['SessionConfigValueId', 'The value, for the request that sets it.'],
    name: ['string', 'The label to show.'],
    'description?': ['string | null', 'What choosing it does.'],
  }),
  SessionConfigSelectGroup: record('Values to choose from, under a heading.', {
    group: ['SessionConfigGroupId', 'The group.'],
    name: ['string', 'The heading to show.'],
    options: ['SessionConfigSelectOption[]', 'The values of the group.'],
  }),
  SessionConfigSelectOptions: listByKey('All values to choose from, plain or in groups.', {
    value: 'SessionConfigSelectOption',
    group: 'SessionConfigSelectGroup',
  }),
  SessionConfigSelect: bareRecord('An option with one value out of several.', {
    currentValue: ['SessionConfigValueId', 'The value in force.'],
    options: ['SessionConfigSelectOptions', 'The values to choose from.'],
  }),
  SetSessionConfigOptionRequest: record('Sets a configuration option.', {
    sessionId: ['SessionId', 'The session.'],
    configId: ['SessionConfigId', 'The option.'],
    value: ['SessionConfigValueId', 'Its new value.'],
  }),
  SetSessionConfigOptionResponse: record('The configuration after an option was set.', {
    configOptions: ['SessionConfigOption[]', 'All options with their values; one may have changed others.', lenient],
  }),
  ConfigOptionUpdate: record('The configuration changed.', {
    configOptions: ['SessionConfigOption[]', 'All options with their values.', lenient],
  }),
};
