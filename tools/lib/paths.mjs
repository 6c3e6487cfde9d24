import { fileURLToPath } from 'node:url';

/** The checkout, wherever the command was typed. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
