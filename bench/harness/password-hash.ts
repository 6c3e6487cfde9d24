import { createPasswordHasher } from '@vid/server/account/credentials/password-hasher';
import { settings } from '@vid/server/config/settings';
import type { Keys } from '@vid/server/lib/keys';
import { seededPassword } from './seed.ts';

/** The seeded accounts' hash, made the way the server makes it with these keys. */
export function hashSeededPassword(keys: Keys): Promise<string> {
  const hasher = createPasswordHasher({
    memoryKib: Number(settings.passwordMemoryKib.default),
    iterations: Number(settings.passwordIterations.default),
    concurrency: 1,
    queue: 1,
    peppers: [keys.derive('password')],
  });
  return hasher.admit(undefined, (place) => place.hash(seededPassword.normalize('NFC')));
}
