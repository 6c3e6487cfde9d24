import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { ListHeader } from './list-header.tsx';

beforeEach(() => loadTexts('admin'));

test.each([
  [{ count: 9908 }, '9.908'],
  [{ count: 0 }, '0'],
  [{ count: 312, isFiltered: true }, '312 kết quả'],
  [{ count: null }, 'hơn 10.000'],
  [{ count: null, over: 50, isFiltered: true }, 'hơn 50'],
  [{}, ''],
])('a list header with %o shows the count “%s” beside its title', async (props, text) => {
  await renderUi(<ListHeader title="Tài khoản" {...props} />);
  expect(screen.getByRole('status').textContent).toBe(text);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tài khoản');
});
