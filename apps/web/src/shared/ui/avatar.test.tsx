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

test('an account without a picture has an avatar with its initials, always in the same colour', async () => {
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
