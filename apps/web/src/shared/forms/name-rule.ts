import * as v from 'valibot';
import { message } from './message.ts';
import { required } from './rules.ts';

/** Counted in graphemes, as the server does. */
export const maxLetters = 100;
export const tooLong = message('errors.tooLong', { count: maxLetters });

export const nameRule = () => v.pipe(required(), v.maxGraphemes(maxLetters, tooLong));
