import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { optionalDay, requiredDay } from '#shared/forms/day.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { DateField } from './date-field.tsx';

const sent: unknown[] = [];

function Page() {
  const form = useForm({
    id: 'form',
    schema: v.object({ from: requiredDay(), to: optionalDay() }),
    onSubmit: (values) => void sent.push(values),
  });
  return (
    <Form form={form}>
      <DateField name="from" label="Ngày cấp" />
      <DateField name="to" label="Ngày hết hạn" isOptional defaultValue="2030-12-31" />
      <button type="submit">Gửi</button>
    </Form>
  );
}

async function open() {
  await renderUi(<Page />);
  const group = screen.getByRole('group', { name: 'Ngày cấp' });
  const [day, month, year] = [...group.querySelectorAll<HTMLInputElement>('input[inputmode]')];
  if (!day || !month || !year) throw new Error('the group does not have three fields');
  return { user: userEvent.setup(), group, day, month, year };
}
const submit = () => screen.getByRole('button', { name: 'Gửi' });

beforeEach(async () => {
  sent.length = 0;
  await loadTexts('account');
});

test('three fields are sent as one day, even without leading zeros', async () => {
  const { user, day, month, year } = await open();
  await user.type(day, '1');
  await user.type(month, '2');
  await user.type(year, '1990');
  await user.click(submit());
  expect(sent).toEqual([{ from: '1990-02-01', to: '2030-12-31' }]);
});

test('a day pasted into the month field fills all three fields', async () => {
  const { user, day, month, year } = await open();
  await user.click(month);
  await user.paste('01/02/1990');
  expect([day, month, year].map(({ value }) => value)).toEqual(['01', '02', '1990']);
  expect(document.activeElement).toBe(year);
  await user.click(submit());
  expect(sent).toEqual([{ from: '1990-02-01', to: '2030-12-31' }]);
});

test('a day is checked only when the focus leaves its three fields', async () => {
  const { user, group, day } = await open();
  await user.type(day, '31');
  await user.tab();
  await user.keyboard('2');
  expect(day.getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  await user.keyboard('1990');
  await user.tab();
  expect(await screen.findByText('Vui lòng nhập ngày có trong lịch.')).toBeDefined();
  const ids = day.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(ids)?.textContent).toBe('Vui lòng nhập ngày có trong lịch.');
  expect(group.querySelectorAll('[aria-invalid=true]')).toHaveLength(3);
});

test('a rejected day loses its error after a correction', async () => {
  const { user, day, month, year } = await open();
  await user.click(submit());
  expect(document.activeElement).toBe(day);
  expect(screen.getByText('Vui lòng nhập ngày cấp.')).toBeDefined();
  await user.type(day, '1');
  await user.type(month, '2');
  await user.type(year, '1990');
  expect(day.getAttribute('aria-invalid')).toBeNull();
  await user.click(submit());
  expect(sent).toEqual([{ from: '1990-02-01', to: '2030-12-31' }]);
});

function TimePage() {
  const form = useForm({
    id: 'form',
    schema: v.object({ at: v.string() }),
    onSubmit: (values) => void sent.push(values),
  });
  return (
    <Form form={form}>
      <DateField withTime name="at" label="Phát hiện lúc" defaultValue="2026-11-30T01:05" />
      <button type="submit">Gửi</button>
    </Form>
  );
}

test('a day and its time are sent as one text', async () => {
  await renderUi(<TimePage />);
  const user = userEvent.setup();
  const [day, month, year, hour, minute] = screen.getAllByRole('textbox');
  expect([day, month, year, hour, minute].map((field) => field?.getAttribute('value'))).toEqual([
    '30',
    '11',
    '2026',
    '01',
    '05',
  ]);
  await user.clear(screen.getByLabelText('Giờ'));
  await user.type(screen.getByLabelText('Giờ'), '9');
  await user.click(submit());
  await user.click(screen.getByLabelText('Tháng'));
  await user.paste('01/12/2026');
  expect(document.activeElement).toBe(hour);
  await user.click(submit());
  expect(sent).toEqual([{ at: '2026-11-30T09:05' }, { at: '2026-12-01T09:05' }]);
});
