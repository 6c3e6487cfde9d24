import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Avatar, initialsOf } from './avatar.tsx';

test.each([
  ['Nguyễn Thị Minh Anh', 'MA'],
  ['Nguyễn Thị Ánh', 'TÁ'],
  ['  đặng   văn đức ', 'VĐ'],
  ['Nhà Xanh', 'NX'],
  ['Ánh', 'Á'],
  ['', ''],
])('the name "%s" has the initials "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('an account without a picture has an avatar with its initials', async () => {
  await renderUi(
    <>
      <Avatar name="Nguyễn Thị Ánh" seed="acc_1" />
      <Avatar name="Nguyễn Thị Ánh" seed="acc_1" />
    </>,
  );
  const [first, second] = document.querySelectorAll('[aria-hidden]');
  expect(first?.textContent).toBe('TÁ');
  expect(first?.className).toBe(second?.className);
});

test('the initials replace a picture that cannot be loaded', async () => {
  const { container, rerender } = await renderUi(<Avatar src="/a.webp" name="Nguyễn Ánh" seed="acc_1" />);
  const image = container.querySelector('img');
  // The picture's server does not learn which page shows the picture.
  expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer');
  if (image) fireEvent.error(image);
  expect(container.querySelector('[aria-hidden=true]')?.textContent).toBe('NÁ');
  rerender(<Avatar src="/b.webp" name="Nguyễn Ánh" seed="acc_1" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.webp');
});

test('the avatar of an account without a name shows a figure', async () => {
  const { container } = await renderUi(
    <>
      {['acc_1', 'acc_2', 'acc_3', 'acc_4'].map((seed) => (
        <Avatar key={seed} name={null} seed={seed} />
      ))}
    </>,
  );
  const marks = [...container.querySelectorAll('[aria-hidden]')].filter(({ tagName }) => tagName === 'SPAN');
  expect(new Set(marks.map(({ className }) => className)).size).toBeGreaterThan(1);
  expect(container.querySelectorAll('svg')).toHaveLength(4);
});
