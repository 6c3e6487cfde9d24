// @vitest-environment node
import { expect, test } from 'vitest';
import { codeOf } from './use-suggested-code.ts';

test.each([
  ['Biên tập viên', 'bien-tap-vien'],
  ['  Sàn giao dịch  số 1 (Đông) ', 'san-giao-dich-so-1-dong'],
  ['2026: Hội nghị', 'hoi-nghi'],
  ['会议', ''],
  [`${'a'.repeat(40)} b`, 'a'.repeat(40)],
])('the name %j suggests the code %j', (name, code) => {
  expect(codeOf(name, 41)).toBe(code);
});
