import { alias, bareRecord, closedEnum, lenient, openEnum, openUnion, record, type Topic } from '../../language.ts';

const labels = {
  'title?': ['string | null', 'Label to show.', lenient],
  'description?': ['string | null', 'Details for the user.', lenient],
} as const;

/** What an elicitation belongs to, by the key that says so. */
export const scopes = { sessionId: 'ElicitationSessionScope', requestId: 'ElicitationRequestScope' } as const;

/** Questions of the agent to the user. */
export const elicitation = {
  ElicitationFormCapabilities: record('Marks that the client can show forms.'),
  ElicitationUrlCapabilities: record('Marks that the client can send the user to a web page.'),
  ElicitationCapabilities: record('Elicitations that the client supports.', {
    'form?': ['ElicitationFormCapabilities | null', 'Present if the client supports forms.', lenient],
    'url?': ['ElicitationUrlCapabilities | null', 'Present if the client supports web pages.', lenient],
  }),
  ElicitationId: alias('Id of an elicitation that goes on outside of the client.', 'id'),
  StringFormat: openEnum('The format of a text.', {
    email: 'An e-mail address.',
    uri: 'A URI.',
    date: 'A date.',
    'date-time': 'A date with a time.',
  }),
  EnumOption: record('A value to choose, with its label.', {
    const: ['string', 'The value.'],
    title: ['string', 'Label to show.'],
    'description?': labels['description?'],
  }),
  StringPropertySchema: record('A question with a text as its answer.', {
    ...labels,
    'minLength?': ['uint32 | null', 'Minimum length.'],
    'maxLength?': ['uint32 | null', 'Maximum length.'],
    'pattern?': ['string | null', 'Regular expression that the text must match.'],
    'format?': ['StringFormat | null', 'Format of the text.'],
    'default?': ['string | null', 'Default answer.', lenient],
    'enum?': ['string[+] | null', 'Values to choose from.'],
    'oneOf?': ['EnumOption[+] | null', 'Values to choose from, with labels.'],
  }),
  NumberPropertySchema: record('A question with a number as its answer.', {
    ...labels,
    'minimum?': ['double | null', 'Least number.'],
    'maximum?': ['double | null', 'Greatest number.'],
    'default?': ['double | null', 'Default answer.', lenient],
  }),
  IntegerPropertySchema: record('A question with an integer as its answer.', {
    ...labels,
    'minimum?': ['int64 | null', 'Least number.'],
    'maximum?': ['int64 | null', 'Greatest number.'],
    'default?': ['int64 | null', 'Default answer.', lenient],
  }),
  BooleanPropertySchema: record('A question with yes or no as its answer.', {
    ...labels,
    'default?': ['boolean | null', 'Default answer.', lenient],
  }),
  StringMultiSelectItems: record('Values to choose from.', { enum: ['string[+]', 'The values.'] }),
  TitledMultiSelectItems: record('Values to choose from, with labels.', { anyOf: ['EnumOption[+]', 'The values.'] }),
  MultiSelectItems: openUnion(
    'The values of a question with several answers.',
    { string: 'StringMultiSelectItems' },
    { untagged: 'TitledMultiSelectItems' },
  ),
  MultiSelectPropertySchema: record('A question with several values as its answer.', {
    ...labels,
    'minItems?': ['uint64 | null', 'Minimum number of values.'],
    'maxItems?': ['uint64 | null', 'Maximum number of values.'],
    items: ['MultiSelectItems', 'Values to choose from.'],
    'default?': ['string[] | null', 'Default answer.', lenient],
  }),
  ElicitationPropertySchema: openUnion('A question of a form.', {
    string: 'StringPropertySchema',
    number: 'NumberPropertySchema',
    integer: 'IntegerPropertySchema',
    boolean: 'BooleanPropertySchema',
    array: 'MultiSelectPropertySchema',
  }),
  ElicitationSchemaType: closedEnum('The type of a form.', { object: 'An object with a key per question.' }),
  ElicitationSchema: record('A form, as a restricted JSON Schema.', {
    type: ['ElicitationSchemaType', 'Type of the form.'],
    'title?': labels['title?'],
    properties: ['ElicitationPropertySchema{}', 'Questions by key.'],
    'required?': ['string[] | null', 'Keys of the questions that must be answered.'],
    'description?': labels['description?'],
  }),
  ElicitationSessionScope: bareRecord('An elicitation that belongs to a session.', {
    sessionId: ['SessionId', 'Id of the session.'],
    'toolCallId?': ['ToolCallId | null', 'Id of the tool call that asks.', lenient],
  }),
  ElicitationRequestScope: bareRecord('An elicitation that belongs to an open request.', {
    requestId: ['RequestId', 'Id of the request.'],
  }),
  ElicitationFormMode: bareRecord(
    'Asks the user to fill in a form.',
    { requestedSchema: ['ElicitationSchema', 'The form.'] },
    { oneOf: scopes },
  ),
  ElicitationUrlMode: bareRecord(
    'Asks the user to visit a web page.',
    {
      elicitationId: ['ElicitationId', 'Id of the elicitation, for `elicitation/complete`.'],
      url: ['uri', 'Address of the page.'],
    },
    { oneOf: scopes },
  ),
  CreateElicitationRequest: openUnion(
    'Asks the user for input.',
    { form: 'ElicitationFormMode', url: 'ElicitationUrlMode' },
    { tag: 'mode', common: { message: ['string', 'What to tell the user.'] }, restOneOf: scopes },
  ),
  ElicitationContentValue: alias('The answer to a question: a text, a number, a boolean or a list of texts.', 'any'),
  ElicitationAcceptAction: bareRecord('The user answered.', {
    'content?': ['ElicitationContentValue{} | null', 'Answers by key.'],
  }),
  CreateElicitationResponse: openUnion(
    'What the user did. An unknown action counts as `cancel`.',
    { accept: 'ElicitationAcceptAction', decline: null, cancel: null },
    { tag: 'action', common: {} },
  ),
  CompleteElicitationNotification: record('An elicitation outside of the client has ended.', {
    elicitationId: ['ElicitationId', 'Id of the elicitation.'],
  }),
} satisfies Topic;
