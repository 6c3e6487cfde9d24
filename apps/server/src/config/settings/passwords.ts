import { integer } from '../parsers.ts';
import { define } from './setting.ts';

export const passwordSettings = {
  passwordMemoryKib: define('VID_PASSWORD_MEMORY_KIB', integer(7_168, 1_048_576), '47104').describe(
    'argon2id memory of a new hash, in KiB.',
  ),
  passwordIterations: define('VID_PASSWORD_ITERATIONS', integer(1, 20), '1').describe(
    'argon2id passes of new hashes.',
  ),
  passwordConcurrency: define('VID_PASSWORD_CONCURRENCY', integer(0, 256), '0').describe(
    'Concurrent hashes per process; 0: the number of processors divided by the workers.',
  ),
  passwordQueue: define('VID_PASSWORD_QUEUE', integer(0, 10_000), '50').describe(
    'Calls that may wait for a hash; beyond it sign-in returns 503 immediately. Four times as many calls may be checked at the same time.',
  ),
  hashAddress: define('VID_LIMIT_HASH_ADDRESS', integer(1, 1_000_000), '13').describe(
    'Calls per network address that may compute or await a password hash at the same time, in each process; an IPv6 /48 gets at most half of all places.',
  ),
} as const;
