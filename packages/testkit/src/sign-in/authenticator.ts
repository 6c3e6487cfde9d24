import { createPrivateKey, generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Behaviour of an authenticator. Tests change single values to make responses that must be rejected. */
type Behaviour = {
  origin: string;
  rpId: string;
  /** Signature counter, incremented by each assertion. Undefined for an authenticator that does not count. */
  counter: number | undefined;
  verifiesUser: boolean;
  isBackupEligible: boolean;
  isBackedUp: boolean;
  aaguid: string;
  crossOrigin: boolean;
};

type CreationOptions = {
  readonly challenge: string;
  readonly user: { readonly id: string };
};
type RequestOptions = { readonly challenge: string };

/** A passkey in a form that can be passed to another process, with base64url values. */
export type ExportedPasskey = {
  readonly id: string;
  readonly userHandle: string;
  readonly privateKey: string;
};

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const pkcs8 = { format: 'der', type: 'pkcs8' } as const;

const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

/** A software authenticator with one ES256 key, like each passkey in a phone's password manager. */
export class TestAuthenticator {
  readonly id: string;
  behaviour: Behaviour;
  private readonly privateKey: KeyObject;
  /** The public key as a COSE_Key (RFC 9052). */
  readonly publicKey: Buffer;
  private userHandle: string;

  constructor(behaviour: Partial<Behaviour> = {}, exported?: ExportedPasskey) {
    this.behaviour = {
      origin: 'http://localhost:8080',
      rpId: 'localhost',
      counter: undefined,
      verifiesUser: true,
      isBackupEligible: true,
      isBackedUp: true,
      aaguid: '00000000-0000-0000-0000-000000000000',
      crossOrigin: false,
      ...behaviour,
    };
    this.id = exported?.id ?? randomBytes(16).toString('base64url');
    this.userHandle = exported?.userHandle ?? '';
    this.privateKey = exported
      ? createPrivateKey({ key: bytes(exported.privateKey), ...pkcs8 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { x = '', y = '' } = this.privateKey.export({ format: 'jwk' });
    // The COSE_Key of an ES256 key is {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053 section 7.1.1).
    const [head, beforeY] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    this.publicKey = Buffer.concat([head, bytes(x), beforeY, bytes(y)]);
  }

  /** Creates the passkey, as `navigator.credentials.create` does. */
  create(options: CreationOptions) {
    this.userHandle = options.user.id;
    const clientDataJSON = this.clientData('webauthn.create', options.challenge);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const aaguid = Buffer.from(this.behaviour.aaguid.replaceAll('-', ''), 'hex');
    const authData = Buffer.concat([this.authData(flag.attested), aaguid, length, id, this.publicKey]);
    // The attestation object is {"fmt": "none", "attStmt": {}, "authData": h'…'} in CBOR.
    const size = Buffer.alloc(2);
    size.writeUInt16BE(authData.length);
    const attestationObject = Buffer.concat([
      Buffer.from('a363', 'hex'),
      Buffer.from('fmt'),
      Buffer.from('64', 'hex'),
      Buffer.from('none'),
      Buffer.from('67', 'hex'),
      Buffer.from('attStmt'),
      Buffer.from('a068', 'hex'),
      Buffer.from('authData'),
      Buffer.from('59', 'hex'),
      size,
      authData,
    ]);
    return {
      id: this.id,
      response: {
        clientDataJSON,
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Signs a challenge, as `navigator.credentials.get` does. */
  get(options: RequestOptions) {
    if (this.behaviour.counter !== undefined) this.behaviour.counter += 1;
    const clientDataJSON = this.clientData('webauthn.get', options.challenge);
    const authData = this.authData(0);
    const signed = Buffer.concat([
      authData,
      hash('sha256', Buffer.from(clientDataJSON, 'base64url'), 'buffer'),
    ]);
    return {
      id: this.id,
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.privateKey).toString('base64url'),
        userHandle: this.userHandle,
      },
    };
  }

  export(userHandle = this.userHandle): ExportedPasskey {
    return { id: this.id, userHandle, privateKey: this.privateKey.export(pkcs8).toString('base64url') };
  }

  private clientData(type: string, challenge: string): string {
    const { origin, crossOrigin } = this.behaviour;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })).toString('base64url');
  }

  private authData(extraFlags: number): Buffer {
    const { rpId, counter = 0, verifiesUser, isBackupEligible, isBackedUp } = this.behaviour;
    const flags =
      flag.userPresent |
      (verifiesUser ? flag.userVerified : 0) |
      (isBackupEligible ? flag.backupEligible : 0) |
      (isBackedUp ? flag.backedUp : 0) |
      extraFlags;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([hash('sha256', rpId, 'buffer'), rest]);
  }
}
