import { errorRegistry, type ErrorCode } from '@vid/contract/errors';
import { accountRoleNames } from '@vid/contract/messages/accounts';
import type {
  MessageKey,
  PlainKey,
  Translate,
  TranslateRest,
} from '../../apps/web/src/shared/i18n/message-types.ts';
import { modules } from '../../apps/web/src/shared/i18n/loaders.ts';
import { memberModules } from '../../apps/web/src/shared/i18n/member-loaders.ts';

export type { MessageKey, PlainKey, Translate, TranslateRest };
export type Language = 'vi' | 'en';

async function textsOf(language: Language): Promise<Record<MessageKey, string>> {
  const areas: readonly Record<Language, () => Promise<object>>[] = Object.values({
    ...modules,
    ...memberModules,
  });
  const texts = await Promise.all(
    areas.map(
      async (load) => Object.values<object>(Object.fromEntries(Object.entries(await load[language]())))[0],
    ),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all catalogues, which are strings in the sources
  return Object.assign({}, ...texts) as Record<MessageKey, string>;
}

const catalogues = { vi: await textsOf('vi'), en: await textsOf('en') };

/**
 * Returns a translator whose texts look as on the page: with arguments filled in, and without tags such as `<phone>`.
 * @throws Error for a missing argument, and for a text with plural forms, which only the app formats
 */
export function textsIn(language: Language): Translate {
  return (key, ...rest) => {
    const values: Record<string, string | number> = rest[0] ?? {};
    const text = catalogues[language][key].replaceAll(/<\/?\w+>/gu, '');
    return text.replaceAll(/\{(\w+)(,?)[^}]*\}/gu, (_whole, name: string, comma: string) => {
      const value = values[name];
      if (comma !== '' || value === undefined) throw new Error(`${key} cannot be formatted: {${name}}`);
      return String(value);
    });
  };
}

/**
 * Names that may appear on a page in either language. Administrators see the association's name in both languages, and
 * the first administrator is named after the role.
 */
const names = [
  ...Object.values(catalogues).map((texts) => texts['common.associationName']),
  accountRoleNames.admin.vi,
];

export function foreignTexts(language: Language): ReadonlySet<string> {
  const foreign = new Set(Object.values(catalogues[language === 'vi' ? 'en' : 'vi']));
  return foreign.difference(new Set([...Object.values(catalogues[language]), ...names]));
}

export const t = textsIn('vi');

export const serverText = (code: ErrorCode): string => errorRegistry[code].vi;
