import { expect, it } from 'vitest';
import { newRecoveryCode, parseRecoveryCode } from './recovery-code.ts';

it('a recovery code has twelve characters and can be entered without dashes', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^(?:[0-9BCGHKMNPQTVZ]{4}-){2}[0-9BCGHKMNPQTVZ]{4}$/u);
  const canonical = code.replaceAll('-', '');
  for (const typed of [code, canonical, code.toLowerCase(), code.replaceAll('-', ' – ')])
    expect(parseRecoveryCode(typed)).toBe(canonical);
  for (const typed of ['', code.slice(1), `${code}0`]) expect(parseRecoveryCode(typed)).toBeUndefined();
});
