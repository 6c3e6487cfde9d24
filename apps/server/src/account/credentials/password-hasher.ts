import { createHash, randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createHashGate, type HashGateState } from './hash-gate.ts';

type Parts = {
  readonly memoryKib: number;
  readonly iterations: number;
  readonly concurrency: number;
  readonly queue: number;
  /** Keys of the hash (argon2's secret): the first makes new hashes, the others still verify theirs. */
  readonly peppers: readonly [Buffer, ...Buffer[]];
  /** Told, once for each, of a key that made a hash and is none of `peppers`. */
  readonly onForeignKey?: (keyId: string) => void;
};

/** What may be done with a password while a place among the hashes is held. */
export type HashPlace = {
  /** A new hash, `<key id>$argon2id$…`. The password is in NFC. */
  hash(password: string): Promise<string>;
  /**
   * Compares; with null, or a hash of a key that is lost, it takes as long and is false, so that such an account looks
   * like any other, and its person asks for a new password.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

export type PasswordHasher = {
  /**
   * Runs `work` with a place among the running and waiting hashes.
   * @throws AppError BUSY at once when every place is taken, and when `signal` says that the client has gone.
   */
  admit<T>(signal: AbortSignal | undefined, work: (place: HashPlace) => Promise<T>): Promise<T>;
  /** Whether a hash was made with other parameters or another key than new ones are. */
  needsRehash(stored: string): boolean;
  state(): HashGateState;
};

const outputLength = 32;
const saltLength = 16;

/** argon2id (RFC 9106) off the event loop, in bounded number: surplus is refused, never piled up. */
export function createPasswordHasher(parts: Parts): PasswordHasher {
  const gate = createHashGate({ concurrency: parts.concurrency, queue: parts.queue });
  const options = {
    memoryCost: parts.memoryKib,
    timeCost: parts.iterations,
    parallelism: 1,
    outputLen: outputLength,
  };
  const peppers = new Map(parts.peppers.map((pepper) => [keyIdOf(pepper), pepper]));
  const current = { id: keyIdOf(parts.peppers[0]), pepper: parts.peppers[0] };
  const nobody = `${current.id}${neverMatching(parts)}`;
  const foreignKeys = new Set<string>();
  const tellForeignKey = (keyId: string): void => {
    if (foreignKeys.has(keyId)) return;
    foreignKeys.add(keyId);
    parts.onForeignKey?.(keyId);
  };

  return {
    admit: (signal, work) =>
      gate.admit(signal, (run) =>
        work({
          hash: (password) =>
            run(async () => current.id + (await hash(password, { ...options, secret: current.pepper }))),
          verify: (stored, password) =>
            run(async () => {
              const { keyId, phc } = split(stored ?? nobody);
              const secret = peppers.get(keyId);
              if (secret) return (await verify(phc, password, { secret })) && stored !== null;
              tellForeignKey(keyId);
              await verify(split(nobody).phc, password, { secret: current.pepper });
              return false;
            }),
        }),
      ),
    needsRehash(stored) {
      const { keyId, phc } = split(stored);
      const made = parseOptions(phc);
      return (
        keyId !== current.id ||
        made.memoryCost !== options.memoryCost ||
        made.timeCost !== options.timeCost ||
        made.parallelism !== options.parallelism ||
        made.outputLen !== options.outputLen
      );
    },
    state: gate.state,
  };
}

function split(stored: string): { keyId: string; phc: string } {
  const at = stored.indexOf('$');
  return { keyId: stored.slice(0, at), phc: stored.slice(at) };
}

/** Names a key without telling anything about it. */
function keyIdOf(pepper: Buffer): string {
  return createHash('sha256').update('password-key-id').update(pepper).digest('hex').slice(0, 8);
}

/** A well-formed hash of today's cost that no password gives. */
function neverMatching(parts: Parts): string {
  const [salt, output] = [saltLength, outputLength].map((bytes) =>
    randomBytes(bytes).toString('base64').replace(/=+$/u, ''),
  );
  return `$argon2id$v=19$m=${parts.memoryKib},t=${parts.iterations},p=1$${salt}$${output}`;
}
