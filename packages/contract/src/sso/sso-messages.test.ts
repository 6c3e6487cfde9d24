import { expect, test } from 'vitest';
import { readSsoMessage } from '../../../sso/src/message.ts';
import { encodeSsoMessage } from './sso-messages.ts';

test('W4 the SDK decodes Vietnamese text and emoji in a message', () => {
  const message = { authCode: 'c', lang: 'vi', note: 'Bạn không có quyền truy cập 🏠 \u2028' };
  expect(readSsoMessage(encodeSsoMessage('SSO_SUCCESS', message))).toEqual({ code: 'SSO_SUCCESS', message });
  expect(encodeSsoMessage('SSO_LOADED', null)).toMatch(/^sso-[A-Za-z0-9+/]+=*$/u);
});

test('W2 the SDK ignores malformed messages', () => {
  for (const data of [
    'sso-%%%',
    'sso-',
    'sso-e30=',
    'sso-bnVsbA==',
    { code: 'SSO_SUCCESS' },
    null,
    `sso-${btoa('{"code":"X"}')}`,
  ])
    expect(readSsoMessage(data)).toBeUndefined();
});
