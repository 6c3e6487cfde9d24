import { describe, expect, it } from 'vitest';
import { maskEmail, parseEmail } from './email.ts';

describe('e-mail addresses', () => {
  it.each([
    ['an@example.vn', 'an@example.vn'],
    [' An.B+c_d-e@Mail.Example.COM ', 'An.B+c_d-e@mail.example.com'],
    ['an@địa-ốc.vn', 'an@xn--a-c-uqa4619adba.vn'],
    ["o'neil@a-b.co", "o'neil@a-b.co"],
    ['an@a.b.c.vn', 'an@a.b.c.vn'],
    ['an@163.com', 'an@163.com'],
    ['an.binh.chi@x.vn', 'an.binh.chi@x.vn'],
    ['\u202Aan@x.vn\u202C', 'an@x.vn'],
    ['an@x.vn\u200B', 'an@x.vn'],
    ['an＠x.vn', 'an@x.vn'],
    ['mailto:an@x.vn', 'an@x.vn'],
    [`${'a'.repeat(64)}@example.vn`, `${'a'.repeat(64)}@example.vn`],
    [`an@${'a'.repeat(63)}.vn`, `an@${'a'.repeat(63)}.vn`],
    [`an@${'a.'.repeat(124)}vn1`, `an@${'a.'.repeat(124)}vn1`],
  ])('such as %j are read as %j', (input, expected) => {
    expect(parseEmail(input)).toBe(expected);
  });

  const bad =
    'an an@ @example.vn an@localhost an@@example.vn .an@example.vn an.@example.vn a..n@example.vn an@-example.vn ' +
    'an@example-.vn an@example..vn an@192.168.0.1 an@[127.0.0.1] "an"@example.vn an,b@example.vn ấn@example.vn ' +
    'an@mail.example.123 an@a_b.vn an@.vn an@example.vn.';
  const long = [`${'a'.repeat(65)}@example.vn`, `an@${'a'.repeat(64)}.vn`, `an@${'a.'.repeat(125)}vn`];
  const spaced = ['', 'a b@example.vn', 'an@exa mple.vn', 'an@example.vn\r\nbcc: x@y.vn'];
  it.each([...bad.split(' '), ...long, ...spaced])('such as %j are rejected', (input) => {
    expect(parseEmail(input)).toBeUndefined();
  });

  it.each([
    ['nam@example.vn', 'n***@example.vn'],
    ['n@example.vn', 'n***@example.vn'],
    ['a@b@example.vn', 'a***@example.vn'],
    ['@example.vn', '***@example.vn'],
  ])('are masked: %s becomes %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
