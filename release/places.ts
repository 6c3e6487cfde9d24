import { join } from 'node:path';

/** The checkout's root folder. */
export const root = join(import.meta.dirname, '..');

/** What the build writes. */
export const output = join(import.meta.dirname, 'dist');
