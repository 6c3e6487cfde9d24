import { join } from 'node:path';

/** The checkout's root folder. */
export const root = join(import.meta.dirname, '..');

/** Folder for the build's output. */
export const output = join(import.meta.dirname, 'dist');
