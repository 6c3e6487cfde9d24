import { describe, expect, it } from 'vitest';
import { TlsFault, toTlsFault } from './tls-fault.ts';

const errorWith = (details: object) => Object.assign(new Error('m'), details);

describe('a TLS fault', () => {
  it.each([
    ['nothing', undefined],
    ['a string', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['an object that is not an error', { code: 'CERT_HAS_EXPIRED' }],
    ['an error without a code', new Error('CERT_HAS_EXPIRED')],
    ['an error with a number as code', errorWith({ code: 10 })],
    ['an error of the network', errorWith({ code: 'ECONNREFUSED' })],
  ])('is not created from %s', (_name, error) => {
    expect(toTlsFault(error, 'db')).toBe(error);
  });

  it.each([
    [{ code: 'CERT_HAS_EXPIRED' }, 'The database server db has a certificate that has expired.'],
    [{ code: 'EPROTO' }, 'TLS with the database server db failed: m (EPROTO).'],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'failed: m (ERR_SSL_WRONG_VERSION_NUMBER).'],
    [
      { code: 'ERR_TLS_CERT_ALTNAME_INVALID', cert: { subjectaltname: 'DNS:db.internal' } },
      'has a certificate for other names (DNS:db.internal).',
    ],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', cert: {} }, 'for other names (none).'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', cert: null }, 'for other names (none).'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'for other names (none).'],
  ])('explains the error %j', (details, words) => {
    const fault = toTlsFault(errorWith(details), 'db');
    expect(fault).toBeInstanceOf(TlsFault);
    expect(String(fault)).toContain(words);
  });
});
