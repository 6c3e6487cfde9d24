import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { CodeBlock } from './code-block.tsx';

test('a code block is a named figure whose code can be copied', async () => {
  const { user } = await renderUi(<CodeBlock name="Lệnh chạy" code="npm start" />);
  expect(screen.getByRole('figure', { name: 'Lệnh chạy' }).textContent).toBe('npm start');
  await user.click(screen.getByRole('button', { name: 'Sao chép Lệnh chạy' }));
  expect(await navigator.clipboard.readText()).toBe('npm start');
});
