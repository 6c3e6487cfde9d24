import { expect, it } from 'vitest';
import { maskPhone, maskPhoneForReader } from './mask-phone.ts';

it.each([
  ['+84912345678', '+8491****78', '091• ••• •78'],
  ['+12125550123', '+1212****23', '+1212****23'],
  ['+47123456', '+4712****56', '+4712****56'],
  ['+4712345', '****', '****'],
  [null, '****', '****'],
])('phone %s is masked as %s in logs, %s in messages', (phone, masked, read) => {
  expect([maskPhone(phone), maskPhoneForReader(phone)]).toEqual([masked, read]);
});
