import { fileURLToPath } from 'node:url';

/** The root folder of the checkout, independent of the working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
