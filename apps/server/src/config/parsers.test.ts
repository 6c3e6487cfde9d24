import { describe, expect, it } from 'vitest';
import { readGivenValues, settingName } from './given-values.ts';
import {
  countries,
  headers,
  httpUrl,
  imageHosts,
  integer,
  key,
  listenHost,
  mailSender,
  networks,
  origin,
  path,
  ports,
  smtpUrl,
  standbyUrl,
} from './parsers.ts';
import { isServiceLink } from './service-link.ts';
import { coversStrangers, isBelowArgon2Minimum, isZeroKey } from './unsafe-values.ts';

const accepts = (parse: (value: string) => unknown, value: string): boolean => {
  try {
    parse(value);
    return true;
  } catch {
    return false;
  }
};

describe('a setting', () => {
  it.each([
    ['2', 'can'],
    ['5', 'can'],
    ['1', 'cannot'],
    ['6', 'cannot'],
    ['3.0', 'cannot'],
    [' 3', 'cannot'],
    ['3e0', 'cannot'],
    ['', 'cannot'],
  ])('that is a number from 2 to 5 $1 be “$0”', (value, verdict) => {
    expect(accepts(integer(2, 5), value)).toBe(verdict === 'can');
  });

  it.each([
    ['https://VID.example.vn', 'https://vid.example.vn'],
    ['https://vid.example.vn:443/', 'https://vid.example.vn'],
    ['https://vid.example.vn.', 'https://vid.example.vn'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://hội.vn', 'https://xn--hi-79s.vn'],
    ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['https://vid.example.vn..', undefined],
    ['https://*.example.vn', undefined],
    ['https://$HOST', undefined],
    ['https://${HOST}', undefined],
    ['https://vid.example.vn;', undefined],
    ['https://vid..vn', undefined],
    ['https://.vn', undefined],
    ['https://vid_1.example.vn', 'https://vid_1.example.vn'],
    ['https://vid.example.vn/a', undefined],
    ['https://vid.example.vn?a', undefined],
    ['https://vid.example.vn#a', undefined],
    ['https://user@vid.example.vn', undefined],
    ['https://:password@vid.example.vn', undefined],
    ['ftp://vid.example.vn', undefined],
    ['vid.example.vn', undefined],
  ])('that is an origin is read from %j as %j', (value, expected) => {
    expect(accepts(origin, value) ? origin(value).origin : undefined).toBe(expected);
  });

  it.each(['https://$SMS_HOST/send', 'https://${SMS_HOST}', 'https://*.example.vn'])(
    'that is a URL is refused without a host name (%s)',
    (value) => {
      expect(() => httpUrl(value)).toThrow('must name one host');
    },
  );

  it.each([
    ['/var/lib/vid', 'can'],
    ['data folder/vid~1', 'can'],
    ['~/vid', 'cannot'],
    ['$HOME/vid', 'cannot'],
    ['/srv/${NAME}', 'cannot'],
  ])('that is a path $1 be “$0”', (value, verdict) => {
    expect(accepts(path, value)).toBe(verdict === 'can');
  });

  it('that is an origin is refused with a path', () => {
    expect(() => origin('https://example.vn/id')).toThrow('must not have a path');
  });

  it.each(['https://user@siem.example.vn/v1/logs', 'https://:password@siem.example.vn/v1/logs'])(
    'that is a URL is refused with credentials (%s)',
    (value) => {
      expect(() => httpUrl(value)).toThrow('must not contain a user name or a password');
    },
  );

  it.each([
    ['0.0.0.0', '0.0.0.0'],
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['vid-1.example_a', 'vid-1.example_a'],
    ['vid:8080', undefined],
    ['http://vid', undefined],
    ['', undefined],
  ])('that is a host to listen on is read from %j as %j', (value, expected) => {
    expect(accepts(listenHost, value) ? listenHost(value) : undefined).toBe(expected);
  });

  it('that is a network list is read without spaces and empty entries', () => {
    expect(networks(' 10.0.0.0/8,, 203.0.113.7 ,2001:db8::/32, ::1')).toEqual([
      '10.0.0.0/8',
      '203.0.113.7',
      '2001:db8::/32',
      '::1',
    ]);
    for (const value of ['1', '10.0.0/8', '10.0.0.0/33', 'proxy'])
      expect(() => networks(`::1,${value}`)).toThrow(`“${value}” is neither`);
  });

  it('that is a list of ports, countries or hosts rejects wrong entries', () => {
    expect(ports('1, 65535')).toEqual([1, 65_535]);
    expect([accepts(ports, '0'), accepts(ports, '65536')]).toEqual([false, false]);
    expect(countries('VN,LA')).toEqual(['VN', 'LA']);
    for (const value of ['', 'vn', 'VNM', 'VN,1']) expect(accepts(countries, value)).toBe(false);
    expect(imageHosts('https://*.example.com,http://a.vn:8080')).toHaveLength(2);
    for (const value of ['a.vn', 'https://a.vn/', 'https://*', 'xhttps://a.vn', 'https://a.*.vn'])
      expect([value, accepts(imageHosts, value)]).toEqual([value, false]);
  });

  it('that is a header list is refused without repeating its values', () => {
    expect(headers('Authorization=Bearer%20a=, x-tenant=vid')).toEqual({
      authorization: 'Bearer a=',
      'x-tenant': 'vid',
    });
    for (const value of ['Bearer secret', 'a=', 'a b=c', 'a=b%0d%0ac', 'a=%zz', 'a=é', 'a=%7f'])
      expect(() => headers(`x=y,${value}`)).toThrow(/^must list headers such as [^,]*, separated/u);
  });

  it('that is the URL of a standby must name one server', () => {
    const url = 'postgres://vid@10.0.0.13/vid';
    expect(standbyUrl(url)).toBe(url);
    expect(() => standbyUrl('postgres://vid@10.0.0.12,10.0.0.13/vid')).toThrow('must name one server');
  });

  it('that is a key has 32 bytes in hexadecimal or base64', () => {
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, n) => n));
    expect(key(bytes.toString('hex'))).toEqual(bytes);
    expect(key(bytes.toString('hex').toUpperCase())).toEqual(bytes);
    expect(key(bytes.toString('base64'))).toEqual(bytes);
    expect(key(bytes.toString('base64url'))).toEqual(bytes);
    for (const value of [
      '',
      bytes.toString('hex').slice(2),
      bytes.subarray(1).toString('base64'),
      `${bytes.toString('base64').slice(0, 40)} ${bytes.toString('base64').slice(40)}`,
      'the secret key without which no one can sign in to VID',
    ])
      expect(accepts(key, value)).toBe(false);
  });

  it.each([
    [
      'smtps://u%40x:p%3A@mail.vn',
      { host: 'mail.vn', port: 465, tls: 'implicit', user: 'u@x', password: 'p:' },
    ],
    ['smtp://mail.vn', { host: 'mail.vn', port: 587, tls: 'starttls', user: '', password: '' }],
    ['smtp://localhost:25/', { host: 'localhost', port: 25, tls: 'none', user: '', password: '' }],
    ['smtp://[::1]', { host: '::1', port: 587, tls: 'none', user: '', password: '' }],
  ])('that is a mail server is read from %j', (value, server) => {
    expect(smtpUrl(value)).toEqual(server);
  });

  it.each([
    'http://mail.vn',
    'mail.vn',
    'smtp://',
    'smtp://mail.vn?a=b',
    'smtp://mail.vn#a',
    'smtp://mail.vn/a',
  ])('that is a mail server cannot be %j', (value) => {
    expect(accepts(smtpUrl, value)).toBe(false);
  });

  it.each(['no-reply@example.vn', 'VID <no-reply@example.vn>', 'Hội Nhà Đất <no-reply@example.vn>'])(
    'that is a sender may be %j',
    (value) => {
      expect(mailSender(value)).toBe(value);
    },
  );

  it.each([
    'no-reply',
    '<a@b.vn',
    'a@b.vn>',
    'VID a@b.vn>',
    ...['<', '>', '@', ',', ';', ':', '"', '\u0007'].map((mark) => `V${mark}D <a@b.vn>`),
    ...[' ', '<', '>', '@', ',', ';', ':', '"'].flatMap((mark) => [`<a${mark}a@b.vn>`, `<a@b${mark}b.vn>`]),
    '<a@b.vn> x',
  ])('that is a sender cannot be %j', (value) => {
    expect(accepts(mailSender, value)).toBe(false);
  });
});

describe('an environment variable', () => {
  it.each([
    ['VID_PORT', 'VID_PORT'],
    [' export  VID_PORT ', 'VID_PORT'],
    ['\uFEFFVID_PORT', 'VID_PORT'],
    ['VID_PORT x', undefined],
    ['exportVID_PORT', undefined],
    ['XVID_PORT', undefined],
    ['PORT', undefined],
  ])('%j names the setting %j', (variable, name) => {
    expect(settingName(variable)).toBe(name);
  });

  it.each([
    [" 'a b' ", 'a b'],
    ['"a b" # comment', 'a b'],
    ["'a' # comment\nmore", 'a'],
    [String.raw`"a\"b\\c\$d\`e\n"`, String.raw`a"b\c$d${'`'}e\n`],
    [String.raw`'a\"b'`, String.raw`a\"b`],
    ['"a"b"', '"a"b"'],
    ["'a'#b", "'a'#b"],
    [String.raw`"a\"`, String.raw`"a\"`],
    ['a#b', 'a#b'],
    ['{"a": " #"}', '{"a": " #"}'],
    ['[" #"]', '[" #"]'],
  ])('that is set to %j has the value %j', (value, text) => {
    expect(readGivenValues({ VID_A: value }).get('VID_A')).toEqual({ text });
  });

  it.each(['a #b', '#a', 'a {"b": 1} #c'])('cannot be read if it has a comment, as in %j', (value) => {
    expect(readGivenValues({ VID_A: value }).get('VID_A')).toEqual({
      text: value,
      problem: expect.stringContaining('contains “ #”'),
    });
  });

  it('is refused if it is set twice', () => {
    const values = readGivenValues({
      VID_A: 'a',
      'export VID_A': 'b',
      VID_B: undefined,
      PATH: 'c',
      VID_SERVICE_HOST: '10.0.0.1',
    });
    expect([...values]).toEqual([['VID_A', { text: 'b', problem: expect.stringContaining('is set twice') }]]);
  });

  it.each([
    ['VID_PORT', 'tcp://10.0.0.1:8080', 'is'],
    ['VID_PORT', ' udp://10.0.0.1:53', 'is'],
    ['VID_PORT', '8080', 'is not'],
    ['VID_PORT', 'xtcp://10.0.0.1:8080', 'is not'],
    ['VID_WEB_PORT', 'sctp://10.0.0.1:8080', 'is'],
    ['VID_SERVICE_HOST', '10.0.0.1', 'is'],
    ['VID_WEB_SERVICE_PORT', '8080', 'is'],
    ['VID_WEB_SERVICE_PORT_HTTP', '8080', 'is'],
    ['VID_PORT_8080_TCP', 'tcp://10.0.0.1:8080', 'is'],
    ['VID_PORT_8080_TCP_ADDR', '10.0.0.1', 'is'],
    ['VID_PORT_53_UDP_PROTO', 'udp', 'is'],
    ['VID_WEB_PORT_8080_SCTP_PORT', '8080', 'is'],
    ['VID_PORT_8080_TCP_X', '8080', 'is not'],
    ['VID_SERVICE_HOSTS', 'a', 'is not'],
    ['VID_LINKED_NAME', '/a/vid', 'is'],
    ['VID_LINKED_ENV_A', 'b', 'is'],
    ['VID_LINKED_NAMES', 'b', 'is not'],
    ['VID_OTHER_NAME', 'b', 'is not'],
    ['VID_SMTP_ENV_A', 'b', 'is not'],
    ['VID_PUBLIC_URL', 'https://vid.example.vn', 'is not'],
  ])('%s with the value %j %s a service link', (name, value, verdict) => {
    const environment = {
      VID_LINKED_PORT: 'tcp://10.0.0.1:8080',
      VID_SMTP_PORT: '25',
      VID_OTHER: 'tcp://10.0.0.1:8080',
      VID_EMPTY_PORT: undefined,
    };
    expect(isServiceLink(name, value, environment)).toBe(verdict === 'is');
  });
});

describe('the check for unsafe values', () => {
  it.each([
    ['10.0.0.0/8', 'accepts'],
    ['10.0.0.0/7', 'refuses'],
    ['0.0.0.0/0', 'refuses'],
    ['fc00::/7', 'accepts'],
    ['fc00::/6', 'refuses'],
    ['::/0', 'refuses'],
    ['::ffff:10.0.0.0/104', 'accepts'],
    ['::ffff:10.0.0.0/103', 'refuses'],
    ['::ffff:0.0.0.0/96', 'refuses'],
    ['::ffff:0.0.0.0/95', 'accepts'],
    ['2001:db8::/96', 'accepts'],
    ['203.0.113.7', 'accepts'],
  ])('$1 the network $0', (block, decision) => {
    expect(coversStrangers(block)).toBe(decision === 'refuses');
  });

  it('refuses a key of zeros and a weak password hash', () => {
    expect([
      isZeroKey(Buffer.alloc(32)),
      isZeroKey(Buffer.from([0, 1])),
      isZeroKey(Buffer.from([1, 0])),
    ]).toEqual([true, false, false]);
    for (const [memoryKib, iterations, isBelow] of [
      [19_455, 5, true],
      [19_456, 2, false],
      [19_456, 1, true],
      [47_103, 1, true],
      [47_104, 1, false],
    ] as const)
      expect(isBelowArgon2Minimum(memoryKib, iterations)).toBe(isBelow);
  });
});
