import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

const local = [{ host: 'localhost', port: 5432 }];

describe('the database URL', () => {
  it.each([
    ['postgres://vid@db/vid', [{ host: 'db', port: 5432 }]],
    ['postgresql://vid@db:6432/vid', [{ host: 'db', port: 6432 }]],
    [
      'postgres://vid@a:1,b,[::1]:3/vid',
      [
        { host: 'a', port: 1 },
        { host: 'b', port: 5432 },
        { host: '::1', port: 3 },
      ],
    ],
    ['postgres://vid@[2001:db8::1]/vid', [{ host: '2001:db8::1', port: 5432 }]],
    ['postgres://vid@/vid', local],
    ['postgres://vid@/vid?host=/run/postgresql', [{ host: '/run/postgresql', port: 5432 }]],
    ['postgres://vid@%2Frun%2Fpostgresql/vid', [{ host: '/run/postgresql', port: 5432 }]],
    [
      'postgres://vid@/vid?host=a,b&port=1,2',
      [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    ],
    [
      'postgres://vid@a,b/vid?port=6432',
      [
        { host: 'a', port: 6432 },
        { host: 'b', port: 6432 },
      ],
    ],
  ])('%s is parsed into hosts', (url, hosts) => {
    expect(parseDatabaseUrl(url).hosts).toEqual(hosts);
  });

  it('gets its host from the environment if it contains none', () => {
    const environment = { PGHOST: '/run/postgresql', PGPORT: '6432' };
    expect(parseDatabaseUrl('postgres:///vid', environment).hosts).toEqual([
      { host: '/run/postgresql', port: 6432 },
    ]);
    expect(parseDatabaseUrl('postgres://db:1/vid', environment).hosts).toEqual([{ host: 'db', port: 1 }]);
  });

  it('gets its user and password from the environment if it contains none', () => {
    const environment = { PGUSER: 'member', PGPASSWORD: 'p@ss' };
    expect(parseDatabaseUrl('postgres://db', environment)).toMatchObject({
      user: 'member',
      password: 'p@ss',
      database: 'member',
    });
    expect(parseDatabaseUrl('postgres://vid:own@db', environment)).toMatchObject({
      user: 'vid',
      password: 'own',
    });
  });

  it('has its user, password and database decoded', () => {
    expect(parseDatabaseUrl('postgres://v%40d:p%2F:@ss@db/th%C3%A0nh?connect_timeout=5')).toEqual({
      hosts: [{ host: 'db', port: 5432 }],
      user: 'v@d',
      password: 'p/:@ss',
      database: 'thành',
      tls: undefined,
    });
    expect(parseDatabaseUrl('postgres://vid@db').database).toBe('vid');
  });

  it.each([
    ['sslmode=require', { mode: 'require' }],
    ['sslmode=require&sslrootcert=/ca.pem', { mode: 'verify-ca', rootCert: '/ca.pem' }],
    ['sslmode=verify-full&sslrootcert=system', { mode: 'verify-full', rootCert: 'system' }],
    ['sslmode=verify-full&sslcert=/c&sslkey=/k', { mode: 'verify-full', cert: '/c', key: '/k' }],
    ['sslmode=disable', undefined],
    ['target_session_attrs=read-write', undefined],
    ['target_session_attrs=primary', undefined],
  ])('with %s has the TLS settings %j', (query, tls) => {
    expect(parseDatabaseUrl(`postgres://vid@db/vid?${query}`).tls).toEqual(tls);
  });

  it.each([
    ['mysql://db/vid', 'must be a URL such as'],
    ['postgres://vid@db:port/vid', 'must be a URL such as'],
    ['postgres://vid@db:0/vid', 'must be a URL such as'],
    ['postgres://v%zz@db/vid', 'must be a URL such as'],
    ['postgres://vid@db/vid?sslmode=allow', 'has sslmode=allow'],
    ['postgres://vid@db/vid?sslrootcert=/ca.pem', 'has sslrootcert without sslmode'],
    ['postgres://vid@db/vid?sslmode=require&sslrootcert=system', 'needs sslmode=verify-full'],
    ['postgres://vid@db/vid?sslmode=require&sslcert=/c', 'both sslcert and sslkey'],
    ['postgres://vid@db/vid?target_session_attrs=any', 'VID needs the primary'],
    ['postgres://vid@db/vid?channel_binding=require', 'does not support'],
    ['postgres://vid@db/vid?options=-cfsync%3Doff', 'has the parameter options, which VID does not support'],
  ])('is refused with an explanation if it is %s', (url, words) => {
    expect(() => parseDatabaseUrl(url)).toThrow(words);
  });
});
