import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export const output = join(import.meta.dirname, 'dist');
