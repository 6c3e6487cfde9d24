import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { createKeys } from '#lib/keys.ts';
import { toCredential } from './foreign/foreign-credential.ts';
import { createPasswordHasher } from './password-hasher.ts';

const older = { id: 1, bytes: Buffer.alloc(32, 3) };
const newer = { id: 2, bytes: Buffer.alloc(32, 4) };
const keys = createKeys([older]);
const small = {
  memoryKib: 1_024,
  iterations: 1,
  concurrency: 2,
  queue: 2,
  perAddress: 4,
  keys,
} as const;

const hashOf = (hasher: ReturnType<typeof createPasswordHasher>, password: string) =>
  hasher.admit({}, (slot) => slot.hash(password));
const verify = (hasher: ReturnType<typeof createPasswordHasher>, stored: string | null, password: string) =>
  hasher.admit({}, (slot) => slot.verify(stored, password));

describe('the password hasher', () => {
  it('stores the argon2id parameters and a key id in a hash', async () => {
    const hasher = createPasswordHasher(small);
    const stored = await hashOf(hasher, 'Mậtkhẩu@1');
    expect(stored).toMatch(/^[0-9a-f]{8}\$argon2id\$v=19\$m=1024,t=1,p=1\$/u);
    expect(await verify(hasher, stored, 'Mậtkhẩu@1')).toBe(true);
    expect(await verify(hasher, stored, 'Mậtkhẩu@2')).toBe(false);
    expect(await hashOf(hasher, 'Mậtkhẩu@1')).not.toBe(stored);
  });

  it('rejects a password when there is no hash', async () => {
    expect(await verify(createPasswordHasher(small), null, 'anything')).toBe(false);
  });

  it('P1 computes a hash even if no hash is stored', async () => {
    const hasher = createPasswordHasher({ ...small, memoryKib: 32_768, iterations: 3 });
    const timeOf = async (stored: string | null): Promise<number> => {
      const startedAt = performance.now();
      expect(await verify(hasher, stored, 'Mậtkhẩu@2')).toBe(false);
      return performance.now() - startedAt;
    };
    const imported = toCredential(keys, { kind: 'bcrypt', text: '' });
    const own = await hashOf(hasher, 'Mậtkhẩu@1');
    const rounds: { own: number; none: number; imported: number }[] = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push({ own: await timeOf(own), none: await timeOf(null), imported: await timeOf(imported) });
    const least = (kind: 'own' | 'none' | 'imported') => Math.min(...rounds.map((round) => round[kind]));
    // A call without a hash takes about a hundredth of the time. The margin allows for other load.
    expect(least('none')).toBeGreaterThan(least('own') / 20);
    expect(least('imported')).toBeGreaterThan(least('own') / 20);
  });

  it('reports each unknown key only once', async () => {
    const stored = await hashOf(createPasswordHasher(small), 'Mậtkhẩu@1');
    const reported: string[] = [];
    const other = createPasswordHasher({
      ...small,
      keys: createKeys([newer]),
      onUnknownKey: (keyId) => reported.push(keyId),
    });
    expect(await verify(other, stored, 'Mậtkhẩu@1')).toBe(false);
    expect(await verify(other, stored, 'Mậtkhẩu@1')).toBe(false);
    const imported = toCredential(keys, { kind: 'bcrypt', text: '' });
    for (let time = 0; time < 2; time += 1) expect(await verify(other, imported, 'Mậtkhẩu@1')).toBe(false);
    expect(reported).toEqual([stored.slice(0, stored.indexOf('$')), 'imported']);
  });

  it('requires a rehash after a change of key or parameters', async () => {
    const stored = await hashOf(createPasswordHasher(small), 'Mậtkhẩu@1');
    const rotated = createPasswordHasher({ ...small, keys: createKeys([newer, older]) });
    expect(await verify(rotated, stored, 'Mậtkhẩu@1')).toBe(true);
    expect(rotated.needsRehash(stored)).toBe(true);
    expect(rotated.needsRehash(await hashOf(rotated, 'Mậtkhẩu@1'))).toBe(false);
    expect(createPasswordHasher({ ...small, memoryKib: 2_048 }).needsRehash(stored)).toBe(true);
    expect(createPasswordHasher({ ...small, iterations: 2 }).needsRehash(stored)).toBe(true);
    expect(createPasswordHasher(small).needsRehash(stored.replace(',p=1$', ',p=2$'))).toBe(true);
    expect(createPasswordHasher(small).needsRehash(stored.slice(0, -3))).toBe(true);
    expect(createPasswordHasher(small).needsRehash(stored)).toBe(false);
  });

  it('P11 admits four of 20 parallel hashes and rejects the others', async () => {
    const hasher = createPasswordHasher(small);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => hashOf(hasher, 'Mậtkhẩu@1')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(16);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(AppError);
      expect(reason).toMatchObject({ code: 'BUSY', retryAfterSeconds: 2 });
    }
    expect(hasher.state()).toEqual({ inside: 0, running: 0, refused: 16 });
  });

  it('P11 frees the slot of a client that disconnects', async () => {
    const hasher = createPasswordHasher({ ...small, concurrency: 1, queue: 5 });
    const gone = new AbortController();
    const first = hashOf(hasher, 'Mậtkhẩu@1');
    const waiting = hasher.admit({ signal: gone.signal }, (slot) => slot.hash('Mậtkhẩu@1'));
    const last = hashOf(hasher, 'Mậtkhẩu@1');
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'BUSY' });
    await expect(hasher.admit({ signal: gone.signal }, (slot) => slot.hash('x'))).rejects.toMatchObject({
      code: 'BUSY',
    });
    await Promise.all([first, last]);
    expect(hasher.state()).toMatchObject({ inside: 0, running: 0 });
  });
});
