import {
  alias,
  closed,
  lenient,
  openUnion,
  type RecordDefinition,
  record,
  standsFor,
  type Topic,
  type TypeExpression,
} from '../../language.ts';
import { elicitation as base, scopes } from '../base/elicitation.ts';

/** Elicitation in v1: forms may leave out more, and a request may belong to both a session and a request. */
export const elicitation = {
  StringFormat: closed(base.StringFormat),
  StringPropertySchema: withEmptyLists(base.StringPropertySchema),
  StringMultiSelectItems: withEmptyLists(base.StringMultiSelectItems),
  TitledMultiSelectItems: withEmptyLists(base.TitledMultiSelectItems),
  ElicitationSchema: record(base.ElicitationSchema.describe, {
    'type?': ['ElicitationSchemaType', 'Type of the form.', lenient, standsFor('object')],
    'title?': ['string | null', 'Label to show.', lenient],
    'properties?': ['ElicitationPropertySchema{}', 'Questions by key.', standsFor({})],
    'required?': ['string[] | null', 'Keys of the questions that must be answered.'],
    'description?': ['string | null', 'Details for the user.', lenient],
  }),
  ElicitationFormMode: { ...base.ElicitationFormMode, mayFitSeveral: true },
  ElicitationUrlMode: { ...base.ElicitationUrlMode, mayFitSeveral: true },
  CreateElicitationRequest: openUnion(
    base.CreateElicitationRequest.describe,
    { form: 'ElicitationFormMode', url: 'ElicitationUrlMode' },
    { tag: 'mode', common: { message: ['string', 'What to tell the user.'] }, restOneOf: scopes, mayFitSeveral: true },
  ),
  ElicitationContentValue: alias(base.ElicitationContentValue.describe, 'answer'),
} satisfies Topic;

/** Returns the same object, with lists that may be empty. */
function withEmptyLists(definition: RecordDefinition): RecordDefinition {
  return { ...definition, fields: definition.fields.map((field) => ({ ...field, type: withoutMinimum(field.type) })) };
}

function withoutMinimum(type: TypeExpression): TypeExpression {
  if (type.is === 'nullable') return { is: 'nullable', of: withoutMinimum(type.of) };
  return type.is === 'list' ? { ...type, atLeastOne: false } : type;
}
