import * as v from 'valibot';
import { message } from './message.ts';
import { required } from './rules.ts';

const maxLetters = 100;

/** Allows at most 100 graphemes, counted as the server does. */
const isShort = () =>
  v.check(
    (text: string) => [...new Intl.Segmenter().segment(text)].length <= maxLetters,
    message('errors.tooLong', { count: maxLetters }),
  );

export const nameRule = () => v.pipe(required(), isShort());

export const optionalName = () => v.pipe(v.string(), v.trim(), isShort());

export const email = () => v.pipe(required(), v.email(message('errors.email')));

export function optionalEmail() {
  const address = email();
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || v.is(address, text), message('errors.email')),
  );
}
