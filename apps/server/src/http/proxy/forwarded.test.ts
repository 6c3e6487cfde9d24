import { describe, expect, it } from 'vitest';
import { forwardedAddresses } from './forwarded.ts';

describe('the addresses in X-Forwarded-For', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51823', '203.0.113.7'],
    ['"203.0.113.7:51823"', '203.0.113.7'],
    ['203.0.113.7:51823, 10.0.0.8:443', '203.0.113.7, 10.0.0.8'],
    [' 203.0.113.7 ,10.0.0.8', '203.0.113.7, 10.0.0.8'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['unknown', 'unknown'],
    ['203.0.113.999:80', '203.0.113.999:80'],
    ['203.0.113.7:evil', '203.0.113.7:evil'],
    ['[203.0.113.7', '[203.0.113.7'],
    ...['x[2001:db8::1]', '[2001:db8::1]x', '[2001:db8::1]:443x', '[2001:db8::1]:123456'].map(
      (entry): [string, string] => [entry, entry],
    ),
    ...['x203.0.113.7:1', '203.0.113.7:123456', '203.0.113.7:', '"203.0.113.7'].map(
      (entry): [string, string] => [entry, entry],
    ),
    ['" 203.0.113.7 "', '203.0.113.7'],
    ['203.0.113.7:65535', '203.0.113.7'],
    ['::ffff:203.0.113.7:51823', '::ffff:203.0.113.7'],
    ['::FFFF:203.0.113.7:80', '::FFFF:203.0.113.7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['::ffff:102:304', '::ffff:102:304'],
    ['', ''],
  ])('P3 are read from the header %j as %j', (header, plain) => {
    expect(forwardedAddresses({ 'x-forwarded-for': header }, 'x-forwarded-for')).toBe(plain);
  });

  it('P3 do not include addresses in Forwarded', () => {
    expect(forwardedAddresses({ forwarded: 'for=203.0.113.7' }, 'x-forwarded-for')).toBeUndefined();
  });
});

describe('the addresses in Forwarded', () => {
  it.each([
    ['for=203.0.113.7', '203.0.113.7'],
    ['For="[2001:db8::7]:443"', '2001:db8::7'],
    ['for="203.0.113.7:51234"', '203.0.113.7'],
    ['for="203.0.113.7:_a.b-c"', '203.0.113.7'],
    ['for="[2001:db8::7]:_hidden"', '2001:db8::7'],
    ['for="203.0.113.7:_"', '203.0.113.7:_'],
    ['for=203.0.113.7;proto=https;by=10.0.0.2', '203.0.113.7'],
    ['proto=https; for=203.0.113.7', '203.0.113.7'],
    ['for=192.0.2.43, for="[2001:db8::17]"', '192.0.2.43, 2001:db8::17'],
    ['by="a,b;for=192.0.2.1";for=203.0.113.7', '203.0.113.7'],
    ['proto=https', 'unknown'],
    ['for=_hidden, for=unknown', '_hidden, unknown'],
    ['for = 203.0.113.7', '203.0.113.7'],
    ['for=203.0.113.7, ', '203.0.113.7'],
    ['for=192.0.2.43,,for=203.0.113.7', '192.0.2.43, 203.0.113.7'],
    ['', ''],
  ])('P3 are read from the header %j as %j', (header, plain) => {
    expect(forwardedAddresses({ forwarded: header }, 'forwarded')).toBe(plain);
  });

  it.each(['for=192.0.2.1;by="', 'for="192.0.2.1', 'for=192.0.2.1;by="\\"', '"', 'for="a, b"'])(
    'P3 end with the address that a proxy appends to %j',
    (own) => {
      const addresses = forwardedAddresses(
        { forwarded: `${own}, for="[2001:db8::7]:443";proto=https` },
        'forwarded',
      );
      expect(addresses?.split(', ').at(-1)).toBe('2001:db8::7');
    },
  );

  it('P3 do not include addresses in X-Forwarded-For', () => {
    expect(forwardedAddresses({ 'x-forwarded-for': '192.0.2.1' }, 'forwarded')).toBe('');
    expect(
      forwardedAddresses({ 'x-forwarded-for': '192.0.2.1', forwarded: 'for=203.0.113.7' }, 'forwarded'),
    ).toBe('203.0.113.7');
  });
});

it.each(['x-forwarded-for', 'forwarded'] as const)('X3 only the last 20 entries of %s are read', (header) => {
  const name = header === 'forwarded' ? 'for=' : '';
  const entries = Array.from({ length: 4_000 }, () => '1').concat(`${name}203.0.113.7`, `${name}10.0.0.8`);
  const addresses = forwardedAddresses({ [header]: entries.join(',') }, header)?.split(', ') ?? [];
  expect(addresses).toHaveLength(20);
  expect(addresses.slice(-2)).toEqual(['203.0.113.7', '10.0.0.8']);
});

it('X3 only the last 20 parameters of an element of Forwarded are read', () => {
  const parameters = [...Array.from({ length: 20 }, () => 'proto=https'), 'for=203.0.113.7'];
  expect(forwardedAddresses({ forwarded: parameters.join(';') }, 'forwarded')).toBe('203.0.113.7');
  expect(forwardedAddresses({ forwarded: parameters.toReversed().join(';') }, 'forwarded')).toBe('unknown');
});
