import { beforeEach, expect, test } from 'vitest';
import { activateLocale, loadTexts } from '#shared/i18n/i18n.ts';
import { message, renderMessage } from './message.ts';

beforeEach(async () => {
  await loadTexts('core');
  activateLocale('vi');
});

test.each([
  ['Số điện thoại', 'Vui lòng nhập số điện thoại.'],
  ['Địa chỉ', 'Vui lòng nhập địa chỉ.'],
  ['URL chuyển hướng', 'Vui lòng nhập URL chuyển hướng.'],
])('renderMessage writes the label %s inside a Vietnamese sentence', (label, text) => {
  expect(renderMessage(message('errors.required'), label)).toBe(text);
});
