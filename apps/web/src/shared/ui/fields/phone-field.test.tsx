import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { message } from '#shared/forms/message.ts';
import { phone } from '#shared/forms/rules.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { PhoneField } from './text-field.tsx';

const sentence = 'Số cũ 01692345678 đã được đổi sang đầu số mới.';
const field = () => screen.getByLabelText<HTMLInputElement>('Số');

const problem = (input: string) => v.safeParse(phone(), input).issues?.[0].message;

function accept(...phoneCountries: readonly object[]): void {
  document.head.innerHTML = `<script type="application/json" id="vid-boot">${JSON.stringify({ phoneCountries })}</script>`;
}

afterEach(() => {
  document.head.innerHTML = '';
});

test('a phone field converts a number from before 2018 when left', async () => {
  const { user } = await renderUi(<PhoneField label="Số" hint="Ví dụ" />);
  await user.type(field(), '01692345678');
  await user.tab();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(field().value).toBe('0392 345 678');
  await user.click(field());
  await user.tab();
  expect(screen.getByText(sentence)).toBeTruthy();
  await user.clear(field());
  expect(screen.queryByText(sentence)).toBeNull();
  await user.type(field(), '0121 234 5678');
  await user.tab();
  expect(field().value).toBe('0792 345 678');
});

test('O10 a phone field rejects numbers of countries that are not accepted', () => {
  expect(problem('+65 8123 4567')).toBe(message('errors.phone'));
  accept({ code: 'SG', callingCode: '65' });
  expect(problem('+65 8123 4567')).toBeUndefined();
  expect(problem('+1 202 555 0123')).toBe(message('signUp.phone.abroad'));
});

test('a phone field has no country selector without other accepted countries', async () => {
  await renderUi(<PhoneField label="Số" />);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('the country selector writes its calling code into the phone field', async () => {
  accept({ code: 'SG', callingCode: '65' }, { code: 'AU', callingCode: '61' });
  const { user } = await renderUi(<PhoneField label="Số" />);
  await user.type(field(), '0812');
  const country = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Quốc gia' });
  expect(country.value).toBe('VN');
  await user.selectOptions(country, 'SG');
  expect(field().value).toBe('+65 812');
  await user.selectOptions(country, 'AU');
  expect(field().value).toBe('+61 812');
  await user.clear(field());
  await user.type(field(), '+65 8');
  expect(country.value).toBe('SG');
});

test('the country selector shows the country of the field’s initial number', async () => {
  accept({ code: 'SG', callingCode: '65' });
  await renderUi(<PhoneField label="Số" defaultValue="+65 8123 4567" />);
  const country = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Quốc gia' });
  expect(country.value).toBe('SG');
});
