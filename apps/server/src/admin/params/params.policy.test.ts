import { contrastOf, defaultBrandColours } from '@vid/contract/brand/contrast';
import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { describe, expect, it } from 'vitest';
import { checkParam, checkRestored } from './params.policy.ts';

const named = (text: string) => ({ vi: text, en: text });
const brand: ParamValues['brand'] = {
  name: named('Association'),
  shortName: named('A'),
  logo: null,
  colours: null,
};
const contact: ParamValues['contact'] = { phone: null, email: null, address: named('Hanoi') };
const slide = { title: named('One'), text: named('Text'), image: null };
const province = { code: '01', name: named('Hà Nội'), isDisabled: false };

describe('the check of a parameter value', () => {
  it.each<[keyof ParamValues['contact'], string]>([
    ['phone', '113'],
    ['phone', '+84 (24) 3.822-3344'],
    ['phone', '1'.repeat(24)],
    ['email', 'hotro@hoi.vn'],
  ])('accepts the contact’s %s %j', (field, value) => {
    expect(checkParam('contact', { ...contact, [field]: value }, contact)).toEqual({
      ...contact,
      [field]: value,
    });
  });

  it('trims texts and composes their letters', () => {
    const address = { vi: ` ${'Hà Nội'.normalize('NFD')} `, en: 'Hanoi' };
    expect(checkParam('contact', { ...contact, address }, contact).address).toEqual({
      vi: 'Hà Nội'.normalize('NFC'),
      en: 'Hanoi',
    });
  });

  it.each<[string, ParamName, unknown]>([
    ['phone', 'contact', { ...contact, phone: '12' }],
    ['phone', 'contact', { ...contact, phone: '1'.repeat(25) }],
    ['phone', 'contact', { ...contact, phone: '1900 HOI' }],
    ['email', 'contact', { ...contact, email: 'a b@hoi.vn' }],
    ['email', 'contact', { ...contact, email: 'hoi.vn' }],
    ['value', 'contact', { ...contact, address: named('a\uD800') }],
    ['value', 'contact', { ...contact, address: named('a\u2066') }],
    ['value', 'contact', { ...contact, extra: 'x' }],
    ['logo', 'brand', { ...brand, logo: 'https://u@cdn.vn/a' }],
    ['logo', 'brand', { ...brand, logo: 'https://:p@cdn.vn/a' }],
    ['image', 'slides', [slide, { ...slide, image: 'http://cdn.vn/a' }]],
    ['code', 'provinces', [province, { ...province, code: '1x' }]],
    ['isDisabled', 'provinces', [{ ...province, isDisabled: true }]],
    ['registerUrl', 'provinces', [{ ...province, registerUrl: 'https://u@so.vn/' }]],
    ['code', 'messages', [{ code: 'code.other', vi: '{{code}}', en: '' }]],
    ['code.any', 'messages', [{ code: 'code.any', vi: 'x', en: '' }]],
    ['parameters', 'zns', { template: '412345', parameters: [] }],
    ['template', 'zns', { template: null, parameters: [{ name: 'otp', value: named('{{code}}') }] }],
  ])('names the field %s of the section %s with the value %j', (field, name, value) => {
    const current = name === 'provinces' ? [province] : [];
    expect(() => checkParam(name, value, Object(current))).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', fields: { [field]: 'format' } }),
    );
  });

  it('rounds down the ratio of two colours with too little contrast', () => {
    const light = { brand: '#6f6f6f', hover: '#8a8a8a' };
    const exact = contrastOf('#ffffff', light.hover);
    expect(exact * 100 - Math.floor(exact * 100)).toBeGreaterThan(0);
    const colours = { ...defaultBrandColours, light };
    expect(() => checkParam('brand', { ...brand, colours }, brand)).toThrow(
      expect.objectContaining({
        code: 'CONTRAST_TOO_LOW',
        details: { theme: 'light', pair: 'text-on-hover', ratio: Math.floor(exact * 100) / 100 },
      }),
    );
  });
});

describe('a restored parameter value', () => {
  it('is null if it is the built-in value', () => {
    const builtIn = contact;
    const current = { ...contact, phone: '113' };
    expect(checkRestored('contact', null, { current, builtIn })).toBeNull();
    expect(checkRestored('contact', current, { current: builtIn, builtIn })).toEqual(current);
  });

  it('is refused if its shape is out of date', () => {
    expect(() => checkRestored('contact', { phone: '113' }, { current: contact, builtIn: contact })).toThrow(
      expect.objectContaining({ fields: { value: 'format' } }),
    );
  });
});
