import { expect, test } from 'vitest';
import { wayToJune, wayToNovember } from './test-support/crossings.ts';
import { settingToNovember } from './to-june/setting.ts';
import { settingToJune } from './to-november/setting.ts';

const choice = { name: 'M', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] };
const onOff = {
  name: 'F',
  type: 'select',
  currentValue: 'off',
  options: [
    { value: 'on', name: 'On' },
    { value: 'off', name: 'Off' },
  ],
};
const set = (configId: string, fields: object) => ({ sessionId: 's', configId, ...fields });
const refusal = { error: { code: -32602, message: expect.any(String) } };

test.each([
  ['a choice', 'm', 'a', { type: 'id', value: 'a' }],
  ['a switch that is turned on', 'fast', 'on', { type: 'boolean', value: true }],
  ['a switch that is turned off', 'fast', 'off', { type: 'boolean', value: false }],
  ['a switch with another word', 'fast', 'true', undefined],
  ['an option that is not known', 'new', 'x', { type: 'id', value: 'x' }],
])('[BR182] [N69] [N99] a June client sets %s of a November agent', (_, configId, value, expected) => {
  const { update, crossing } = wayToJune();
  const configOptions = [
    { configId: 'm', ...choice },
    { configId: 'fast', name: 'Fast', type: 'boolean', currentValue: false },
  ];
  update({ sessionUpdate: 'config_option_update', configOptions });
  const params = set(configId, { value, _meta: { a: 1 } }) as never;
  const carried = expected && set(configId, { ...expected, _meta: { a: 1 } });
  expect(settingToNovember(crossing, params)).toEqual(carried ?? refusal);
});

test.each([
  ['a choice', 'm', { type: 'id', value: 'a' }, 'a'],
  ['a choice of on and off by a boolean', 'f', { type: 'boolean', value: true }, 'on'],
  ['a choice of on and off by its value', 'f', { type: 'id', value: 'off' }, 'off'],
  ['a switch that came as such a choice', 'g', { type: 'boolean', value: false }, 'off'],
  ['a switch that came as such a choice by its value', 'g', { type: 'id', value: 'off' }, undefined],
  ['a switch', 'b', { type: 'boolean', value: true }, 'true'],
  ['a switch by a value', 'b', { type: 'id', value: 'true' }, undefined],
  ['a choice by a boolean', 'm', { type: 'boolean', value: true }, undefined],
  ['an option of an unknown type by a boolean', 'x', { type: 'boolean', value: true }, undefined],
  ['an option of an unknown type by a value', 'x', { type: 'id', value: '3' }, '3'],
  ['an option that is not known', 'new', { type: 'id', value: 'x' }, 'x'],
  ['an option that is not known by a boolean', 'new', { type: 'boolean', value: true }, undefined],
  ['a choice by a value of an unknown type', 'm', { type: '_range', value: [1, 2] }, undefined],
])('[BR182] [N99] a November client sets %s of a June agent', (_, configId, fields, value) => {
  const { update, crossing } = wayToNovember();
  const configOptions = [
    { id: 'm', ...choice },
    { id: 'f', ...onOff },
    { id: 'g', ...onOff, _meta: { 'emend/raw': { type: 'boolean' } } },
    { id: 'b', name: 'B', type: 'boolean', currentValue: false },
    { id: 'x', name: 'X', type: '_slider', at: 1 },
  ];
  update({ sessionUpdate: 'config_option_update', configOptions });
  const params = set(configId, { ...fields, _meta: { a: 1 } }) as never;
  expect(settingToJune(crossing, params)).toEqual(
    value === undefined ? refusal : set(configId, { value, _meta: { a: 1 } }),
  );
});
