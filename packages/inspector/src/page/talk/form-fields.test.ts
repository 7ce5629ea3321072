// @vitest-environment jsdom
import type { CreateElicitationRequest } from '@emend/acp/protocol/november';
import { expect, test } from 'vitest';
import { fieldValue, formFields } from './form-fields.ts';

const properties = {
  name: { type: 'string', title: 'Name', description: 'Yours', minLength: 1, maxLength: 9, default: 'Ada' },
  kind: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
  size: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
  share: { type: 'number' },
  isOn: { type: 'boolean', default: true },
  tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, default: ['x'] },
  odd: { type: '_odd' },
};
const request = {
  mode: 'form',
  sessionId: 's',
  message: 'Who?',
  requestedSchema: { type: 'object', properties, required: ['name'] },
} as unknown as CreateElicitationRequest;

test('[IP89] the fields of a form are read from its schema; one of an unknown type is not shown as another', () => {
  expect(formFields(request).map(({ input }) => input)).toEqual([
    { type: 'text', begun: 'Ada', least: 1, most: 9 },
    { type: 'choice', choices: [{ value: 'a', title: 'A' }], begun: '' },
    { type: 'number', begun: '2', isWhole: true, minimum: 1, maximum: 5 },
    { type: 'number', begun: '', isWhole: false },
    { type: 'switch', isOn: true },
    {
      type: 'choices',
      choices: [
        { value: 'x', title: 'x' },
        { value: 'y', title: 'y' },
      ],
      begun: ['x'],
    },
    { type: 'unknown' },
  ]);
  expect(formFields(request)[0]).toMatchObject({ name: 'name', label: 'Name', description: 'Yours', isRequired: true });
});

test('[IP89] what was filled in becomes values of their types, and what is empty none', () => {
  const filled = new FormData();
  for (const [name, value] of [
    ['name', 'Bo'],
    ['kind', ''],
    ['size', '3'],
    ['share', '0.5'],
    ['tags', 'x'],
    ['tags', 'y'],
  ])
    filled.append(name as string, value as string);
  expect(formFields(request).map((field) => fieldValue(field, filled))).toEqual([
    'Bo',
    undefined,
    3,
    0.5,
    false,
    ['x', 'y'],
    undefined,
  ]);
});
