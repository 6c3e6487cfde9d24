import { expect, it } from 'vitest';
import { report } from './explain-error.ts';

it('says that the disk is full instead of showing the code of the system', () => {
  const texts: string[] = [];
  const output = { out: () => expect.unreachable(), err: (text: string) => void texts.push(text) };
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(report(full, { output, isJson: false })).toBe(1);
  expect(texts).toEqual(['The disk is full. Free some space, and run the command again.']);
});
