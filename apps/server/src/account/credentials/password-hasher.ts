import { createHash, randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Keys } from '#lib/keys.ts';
import { untraced, type Trace } from '#lib/telemetry/tracing.ts';
import { isForeign, openCredential } from './foreign/foreign-credential.ts';
import { verifyForeignHash } from './foreign/verify-foreign-hash.ts';
import { createHashLimiter, type HashClient } from './hash-limiter.ts';

type Deps = {
  readonly memoryKib: number;
  readonly iterations: number;
  readonly concurrency: number;
  readonly queue: number;
  readonly perAddress: number;
  readonly keys: Pick<Keys, 'open' | 'derive' | 'deriveAll'>;
  /** Called once per unknown key id; `imported` for an imported hash that was sealed with an unknown key. */
  readonly onUnknownKey?: (keyId: string) => void;
  readonly trace?: Trace;
};

/**
 * `hash` and `verify` take a slot for each call, and throw BUSY if no slot is free or the client disconnects
 * before the work starts.
 */
export type HashSlot = {
  /** Expects the password in NFC. Returns `<key id>$argon2id$…`. */
  hash(password: string): Promise<string>;
  /**
   * Returns false if `stored` is null or its key is unknown, but only after the time of a comparison, so that
   * timing does not reveal whether an account exists (P1).
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

const purpose = 'password';
const outputLength = 32;
const saltLength = 16;

/** Hashes passwords with argon2id (RFC 9106) outside the event loop. Rejects calls over the limit. */
export function createPasswordHasher(deps: Deps) {
  const limiter = createHashLimiter(deps);
  const options = {
    memoryCost: deps.memoryKib,
    timeCost: deps.iterations,
    parallelism: 1,
    outputLen: outputLength,
  };
  const { keys, trace = untraced } = deps;
  const currentPepper = (): Buffer => keys.derive(purpose);
  const findPepper = (keyId: string): Buffer | undefined =>
    keys.deriveAll(purpose).find((pepper) => keyIdOf(pepper) === keyId);
  const unmatchable = makeUnmatchable(deps);
  const unknownKeys = new Set<string>();
  const reportUnknownKey = (keyId: string): void => {
    if (unknownKeys.has(keyId)) return;
    unknownKeys.add(keyId);
    deps.onUnknownKey?.(keyId);
  };

  const spendTime = async (password: string): Promise<void> => {
    await verify(unmatchable, password, { secret: currentPepper() });
  };
  /**
   * Verifies another system's hash; returns false if no known key opens it. Spends the time of an argon2id hash
   * as well, because a fast response would reveal that the account exists (P1).
   */
  const verifyForeign = async (stored: string, password: string): Promise<boolean> => {
    await spendTime(password);
    const foreign = openCredential(keys, stored);
    if (foreign) return verifyForeignHash(foreign, password);
    reportUnknownKey('imported');
    return false;
  };

  return {
    /**
     * Runs `work` if not too many calls are admitted. `work` must complete its cheap checks before its first
     * hash, so that a refused attempt costs no hash.
     * @throws AppError BUSY if too many calls are admitted
     */
    admit: <T>(client: HashClient, work: (slot: HashSlot) => Promise<T>): Promise<T> =>
      limiter.admit(client, (run) =>
        work({
          hash: (password) =>
            trace('password hash', () =>
              run(async () => {
                const secret = currentPepper();
                return keyIdOf(secret) + (await hash(password, { ...options, secret }));
              }),
            ),
          verify: (stored, password) =>
            trace('password verify', () =>
              run(async () => {
                if (stored !== null && isForeign(stored)) return await verifyForeign(stored, password);
                const { keyId, phc } = split(stored ?? '');
                const secret = findPepper(keyId);
                if (secret) return await verify(phc, password, { secret });
                if (stored !== null) reportUnknownKey(keyId);
                await spendTime(password);
                return false;
              }),
            ),
        }),
      ),
    /** Returns whether a hash has outdated parameters or an outdated pepper, or comes from another system. */
    needsRehash(stored: string): boolean {
      if (isForeign(stored)) return true;
      const { keyId, phc } = split(stored);
      const made = parseOptions(phc);
      return (
        keyId !== keyIdOf(currentPepper()) ||
        made.memoryCost !== options.memoryCost ||
        made.timeCost !== options.timeCost ||
        made.parallelism !== options.parallelism ||
        made.outputLen !== options.outputLen
      );
    },
    state: limiter.state,
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

function split(stored: string): { keyId: string; phc: string } {
  const at = stored.indexOf('$');
  return { keyId: stored.slice(0, at), phc: stored.slice(at) };
}

function keyIdOf(pepper: Buffer): string {
  return createHash('sha256').update('password-key-id').update(pepper).digest('hex').slice(0, 8);
}

function makeUnmatchable(deps: Deps): string {
  const [salt, output] = [saltLength, outputLength].map((bytes) =>
    randomBytes(bytes).toString('base64').replace(/=+$/u, ''),
  );
  return `$argon2id$v=19$m=${deps.memoryKib},t=${deps.iterations},p=1$${salt}$${output}`;
}
