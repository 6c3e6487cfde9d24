import { expect, it } from 'vitest';
import { maskPhone, maskPhoneForReader } from './mask-phone.ts';

it.each([
  ['+84912345678', '+8491****78', '091• ••• •78'],
  ['+12125550123', '+1212****23', '+1212****23'],
  ['+47123456', '+4712****56', '+4712****56'],
  ['+4712345', '****', '****'],
  [null, '****', '****'],
])('the mask of %s is %s, and %s for another reader', (phone, masked, read) => {
  expect([maskPhone(phone), maskPhoneForReader(phone)]).toEqual([masked, read]);
});
