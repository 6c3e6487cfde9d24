import type { account } from './messages/vi/account.ts';
import type { admin } from './messages/vi/admin.ts';
import type { apps } from './messages/vi/apps.ts';
import type { core } from './messages/vi/core.ts';
import type { errorPages } from './messages/vi/error-pages.ts';
import type { profile } from './messages/vi/profile.ts';
import type { qr } from './messages/vi/qr.ts';
import type { reset } from './messages/vi/reset.ts';
import type { shell } from './messages/vi/shell.ts';
import type { signUp } from './messages/vi/sign-up.ts';
import type { social } from './messages/vi/social.ts';
import type { slides } from './messages/vi/slides.ts';
import type { sso } from './messages/vi/sso.ts';
import type { start } from './messages/vi/start.ts';

/**
 * Every text by key, as the literal types of the Vietnamese originals. Keys and arguments are checked against this
 * type.
 */
export type Messages = typeof core &
  typeof errorPages &
  typeof signUp &
  typeof reset &
  typeof qr &
  typeof account &
  typeof admin &
  typeof apps &
  typeof profile &
  typeof shell &
  typeof slides &
  typeof social &
  typeof sso &
  typeof start;

export type MessageKey = keyof Messages;

type ArgumentName<Inside extends string> = Inside extends `${infer Name},${string}` ? Name : Inside;

/** `{name}` and `{count, plural, …}` name an argument. Plural branches are recognised by their spaces or `#`. */
export type Arguments<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ?
      | (ArgumentName<Inside> extends `${string}${' ' | '#'}${string}` ? never : ArgumentName<Inside>)
      | Arguments<Rest>
  : never;

type ValuesOf<Text extends string> = Record<Arguments<Text>, string | number>;

/** `t('auth.signIn.title')` takes no values, `t('otp.sentTo', { phone })` requires `phone`. */
export type TranslateRest<Key extends MessageKey> = [Arguments<Messages[Key]>] extends [never]
  ? []
  : [values: ValuesOf<Messages[Key]>];

export type Translate = <Key extends MessageKey>(key: Key, ...rest: TranslateRest<Key>) => string;

/** The keys whose text needs no values. Tables of keys, such as the menu, use this type. */
export type PlainKey = {
  [K in MessageKey]: [Arguments<Messages[K]>] extends [never] ? K : never;
}[MessageKey];
