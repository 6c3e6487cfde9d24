import { screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Form, useForm } from './form.tsx';
import { required } from './rules.ts';

const labels = { a: 'Tên', b: 'Địa chỉ', c: 'Mã số' };

const schema = v.object({ a: required(), b: required(), c: required() });

function SampleForm() {
  const form = useForm({ id: 'sample', schema, onSubmit: () => {} });
  return (
    <Form form={form} action="/vid/web/user/information">
      <ErrorSummary labels={labels} />
      {Object.entries(labels).map(([name, label]) => (
        <TextField key={name} name={name} label={label} />
      ))}
      <SubmitButton>Gửi</SubmitButton>
    </Form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('the error summary lists three rejected fields', async () => {
  await loadTexts('account');
  const { user } = await renderUi(<SampleForm />);
  expect(screen.queryByRole('list')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Gửi' }));
  expect(screen.getByText('Vui lòng kiểm tra 3 mục:')).toBeTruthy();
  const list = screen.getByRole('list');
  expect(list.textContent).toBe('TênĐịa chỉMã số');
  await user.click(within(list).getByRole('button', { name: 'Mã số' }));
  expect(document.activeElement).toBe(field('Mã số'));
});

test('the error summary keeps its list until the next submit', async () => {
  await loadTexts('account');
  const { user } = await renderUi(<SampleForm />);
  await user.click(screen.getByRole('button', { name: 'Gửi' }));
  await user.type(field('Tên'), 'An');
  expect(screen.getByRole('list').textContent).toBe('TênĐịa chỉMã số');
  await user.click(screen.getByRole('button', { name: 'Gửi' }));
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByText('Vui lòng nhập địa chỉ.')).toBeTruthy();
});
