import { newId } from '@vid/server/lib/ids';
import { freshPhone, type OtpPurpose } from '../flows.ts';
import type { TestServer } from '../server.ts';

type CodeChange = {
  readonly phone?: string;
  readonly purpose?: OtpPurpose;
  readonly preSessionHash?: Buffer;
  readonly isMember?: boolean;
  readonly network?: string | null;
  readonly digits?: number;
  readonly attempts?: number;
  readonly createdAt?: Date;
  readonly verifiedAt?: Date;
  readonly tokenHash?: Buffer;
  readonly tokenExpiresAt?: Date;
  readonly isCounted?: boolean;
};

/** Inserts a one-time code sent to a phone without an account, and returns its id. `change` replaces columns. */
export async function insertOtpCode({ deps }: TestServer, change: CodeChange = {}): Promise<string> {
  const { sql } = deps;
  const createdAt = change.createdAt ?? new Date();
  const row = {
    id: newId('otp'),
    phone: freshPhone(),
    purpose: 'signup',
    preSessionHash: Buffer.alloc(32, 1),
    clientId: 'vid-web',
    network: '192.0.2.1',
    isMember: false,
    digits: 6,
    maxAttempts: 5,
    resendSeconds: 0,
    createdAt,
    sentAt: createdAt,
    codeHash: Buffer.alloc(32, 2),
    expiresAt: new Date(createdAt.getTime() + 300_000),
    ...change,
  };
  await sql`insert into otp_codes ${sql(row)}`;
  return row.id;
}
