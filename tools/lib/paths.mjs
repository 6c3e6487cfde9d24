import { fileURLToPath } from 'node:url';

/** The checkout's root folder, independent of the working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
