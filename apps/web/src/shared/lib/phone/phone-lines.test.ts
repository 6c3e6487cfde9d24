// @vitest-environment node
import { expect, test } from 'vitest';
import { phoneLines, phonesOf } from './phone-lines.ts';

test.each([
  ['0912345678\n0987 654 321\r\n\n +84 912.345.679 ', ['0912345678', '0987 654 321', '+84 912.345.679']],
  ['0912345678, 0987654321; 0905111222', ['0912345678', '0987654321', '0905111222']],
  ['Nguyễn Văn An\t0912345678\tHà Nội', ['0912345678']],
  ['An, 0912345678', ['0912345678']],
  ['Điện thoại\n0912345678', ['0912345678']],
  ['Điện thoại', ['Điện thoại']],
  ['Phone 1\n0912345678', ['Phone 1', '0912345678']],
  ['0912345678\nkhông phải số', ['0912345678', 'không phải số']],
  ['không phải số', ['không phải số']],
  ['Họ tên\tSĐT\nAn\t0912345678', ['0912345678']],
  ['không phải số\n0912345678', ['không phải số', '0912345678']],
  ['12\tAn\t0912345678', ['0912345678']],
  ['An\t12 Lê Lợi\t0912345678', ['0912345678']],
  ['0912345', ['0912345']],
  ['0912 345 67O9', ['0912 345 67O9']],
  ['0912.345.67O9', ['0912.345.67O9']],
  ['+84 912 345 67O', ['+84 912 345 67O']],
  ['912345678', ['912345678']],
  ['09123456O9', ['09123456O9']],
  ['An, 09123456O9, 0912345678', ['09123456O9', '0912345678']],
  ['ĐT: (024) 38223344', ['(024) 38223344']],
  ['', []],
  ['x'.repeat(100), ['x'.repeat(24)]],
])('phonesOf reads the phone numbers in %j', (text, phones) => {
  expect(phonesOf(text)).toEqual(phones);
});

test('phoneLines names the line that a duplicate repeats', () => {
  expect(phoneLines('Số điện thoại\n\nAn\t0912345678\n+84 912 345 678 (An)')).toEqual([
    { line: 3, raw: 'An\t0912345678', phone: '0912345678', sameAs: null },
    { line: 4, raw: '+84 912 345 678 (An)', phone: '+84 912 345 678', sameAs: 3 },
  ]);
});

test('phoneLines compares long lines as a whole', () => {
  const long = 'x'.repeat(30);
  expect(phoneLines(`${long}1\n${long}2`).map(({ sameAs }) => sameAs)).toEqual([null, null]);
  expect(phoneLines('0912345678\n0912345678\n0912345678').map(({ sameAs }) => sameAs)).toEqual([null, 1, 1]);
  expect(phoneLines('0912345678, 0912 345 678')).toEqual([
    { line: 1, raw: '0912345678', phone: '0912345678', sameAs: null },
    { line: 1, raw: '0912 345 678', phone: '0912 345 678', sameAs: 1 },
  ]);
});
