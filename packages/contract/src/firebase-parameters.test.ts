import { expect, it } from 'vitest';
import { readFirebaseParameters } from './firebase-parameters.ts';

const parameters = { signerKey: 'jxsp+8/A==', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };

it.each([
  'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: jxsp+8/A==,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}',
  '{"base64_signer_key": "jxsp+8/A==", "base64_salt_separator": "Bw==", "rounds": 8, "mem_cost": 14}',
])('the parser reads Firebase’s parameters from %j', (text) => {
  expect(readFirebaseParameters(text)).toEqual(parameters);
});

it.each([
  '',
  'rounds: 8, mem_cost: 14',
  'base64_signer_key: a, rounds: 0, mem_cost: 14',
  'base64_signer_key: a, rounds: 8, mem_cost: 0',
  'base64_signer_key: a, rounds: 8',
])('the parser finds no Firebase parameters in %j', (text) => {
  expect(readFirebaseParameters(text)).toBeUndefined();
});
