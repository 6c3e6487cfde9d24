// @vitest-environment node
import { expect, test } from 'vitest';
import { phonesOf } from './phone-lines.ts';

test.each([
  ['0912345678\n0987 654 321\r\n\n +84 912.345.679 ', ['0912345678', '0987 654 321', '+84 912.345.679']],
  ['0912345678, 0987654321; 0905111222', ['0912345678', '0987654321', '0905111222']],
  ['Nguyễn Văn An\t0912345678\tHà Nội', ['0912345678']],
  ['An, 0912345678', ['0912345678']],
  ['Điện thoại\n0912345678', ['Điện thoại', '0912345678']],
  ['ĐT: (024) 38223344', ['(024) 38223344']],
  ['', []],
  ['x'.repeat(100), ['x'.repeat(24)]],
])('reads the phone numbers of %j', (text, phones) => {
  expect(phonesOf(text)).toEqual(phones);
});
