import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { ApplicationMark, safeLogo } from './application-mark.tsx';

test('F3 a logo must be an inline picture of under 50,000 characters', () => {
  expect(safeLogo('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
  for (const raw of [
    null,
    'javascript:alert(1)',
    'data:text/html,<script>',
    'https://app.vn/logo.png',
    '//evil.test/a',
    'logo.png',
    'file:///etc/passwd',
  ])
    expect(safeLogo(raw)).toBeNull();
  const start = 'data:image/png;base64,';
  expect(safeLogo(start.padEnd(49_999, 'A'))).not.toBeNull();
  expect(safeLogo(start.padEnd(50_000, 'A'))).toBeNull();
});

test('the first letter of an application replaces a failed logo', async () => {
  const logo = 'data:image/png;base64,AAAA';
  const { container, rerender } = await renderUi(<ApplicationMark name=" đất xanh" logo={logo} />);
  const image = container.querySelector('img');
  expect([image?.getAttribute('src'), image?.getAttribute('alt')]).toEqual([logo, '']);
  if (image) fireEvent.error(image);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('[aria-hidden=true]')?.textContent).toBe('Đ');
  rerender(<ApplicationMark name=" " logo={null} />);
  expect(container.textContent).toBe('?');
});
