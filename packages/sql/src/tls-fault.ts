/** A TLS failure that a retry cannot repair, with a message for the operator. */
export class TlsFault extends Error {
  override readonly name = 'TlsFault';
  readonly code = 'TLS_FAULT';
}

const unknownAuthority =
  'has a certificate from an authority that this machine does not trust. Add the authority’s file to the database URL: sslrootcert=/path/ca.pem';

const words: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet; check the clocks',
  CERT_REVOKED: 'has a certificate that was revoked',
  CERT_SIGNATURE_FAILURE: 'has a certificate whose signature does not verify',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
};

/** Returns a `TlsFault` that explains a TLS error, or any other error unchanged. */
export function toTlsFault(error: unknown, host: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const { code } = error;
  const known = words[code];
  if (known !== undefined) return new TlsFault(`The database server ${host} ${known}.`, { cause: error });
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return new TlsFault(
      `The database server ${host} has a certificate for other names (${namesIn(error)}). Connect by one of them, or issue a certificate for ${host}.`,
      { cause: error },
    );
  // These codes are the other errors of TLS, such as wrong protocol versions, alerts, and files that are not PEM.
  if (code === 'EPROTO' || /^ERR_(?:SSL|TLS|OSSL)_/u.test(code))
    return new TlsFault(`TLS with the database server ${host} failed: ${error.message.trim()} (${code}).`, {
      cause: error,
    });
  return error;
}

function namesIn(error: Error): string {
  const certificate = 'cert' in error && typeof error.cert === 'object' ? error.cert : null;
  const names = certificate && 'subjectaltname' in certificate ? certificate.subjectaltname : undefined;
  return typeof names === 'string' ? names : 'none';
}
