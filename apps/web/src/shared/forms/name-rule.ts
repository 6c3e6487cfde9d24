import { cleanEmail, cleanMarks } from '@vid/contract/clean-text';
import * as v from 'valibot';
import { message } from './message.ts';
import { required } from './rules.ts';

const maxLetters = 100;

/** Counts graphemes as the server does, and allows at most 100. */
const isShort = () =>
  v.check(
    (text: string) => [...new Intl.Segmenter().segment(text)].length <= maxLetters,
    message('errors.tooLong', { count: maxLetters }),
  );

const cleaned = () => v.pipe(v.string(), v.transform(cleanMarks));

export const nameRule = () => v.pipe(cleaned(), required(), isShort());

export const optionalName = () => v.pipe(cleaned(), isShort());

export const email = () =>
  v.pipe(v.string(), v.transform(cleanEmail), required(), v.email(message('errors.email')));

export function optionalEmail() {
  const address = email();
  return v.pipe(
    v.string(),
    v.transform(cleanEmail),
    v.check((text) => text === '' || v.is(address, text), message('errors.email')),
  );
}
