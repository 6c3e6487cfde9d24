import { errorRegistry, type ErrorCode } from '@vid/contract/errors';
import { accountRoleNames } from '@vid/contract/messages/accounts';
import type {
  MessageKey,
  PlainKey,
  Translate,
  TranslateRest,
} from '../../apps/web/src/shared/i18n/message-types.ts';
import { account as accountEn } from '../../apps/web/src/shared/i18n/messages/en/account.ts';
import { admin as adminEn } from '../../apps/web/src/shared/i18n/messages/en/admin.ts';
import { apps as appsEn } from '../../apps/web/src/shared/i18n/messages/en/apps.ts';
import { core as coreEn } from '../../apps/web/src/shared/i18n/messages/en/core.ts';
import { errorPages as errorPagesEn } from '../../apps/web/src/shared/i18n/messages/en/error-pages.ts';
import { profile as profileEn } from '../../apps/web/src/shared/i18n/messages/en/profile.ts';
import { qr as qrEn } from '../../apps/web/src/shared/i18n/messages/en/qr.ts';
import { reset as resetEn } from '../../apps/web/src/shared/i18n/messages/en/reset.ts';
import { shell as shellEn } from '../../apps/web/src/shared/i18n/messages/en/shell.ts';
import { signUp as signUpEn } from '../../apps/web/src/shared/i18n/messages/en/sign-up.ts';
import { slides as slidesEn } from '../../apps/web/src/shared/i18n/messages/en/slides.ts';
import { social as socialEn } from '../../apps/web/src/shared/i18n/messages/en/social.ts';
import { sso as ssoEn } from '../../apps/web/src/shared/i18n/messages/en/sso.ts';
import { start as startEn } from '../../apps/web/src/shared/i18n/messages/en/start.ts';
import { account as accountVi } from '../../apps/web/src/shared/i18n/messages/vi/account.ts';
import { admin as adminVi } from '../../apps/web/src/shared/i18n/messages/vi/admin.ts';
import { apps as appsVi } from '../../apps/web/src/shared/i18n/messages/vi/apps.ts';
import { core as coreVi } from '../../apps/web/src/shared/i18n/messages/vi/core.ts';
import { errorPages as errorPagesVi } from '../../apps/web/src/shared/i18n/messages/vi/error-pages.ts';
import { profile as profileVi } from '../../apps/web/src/shared/i18n/messages/vi/profile.ts';
import { qr as qrVi } from '../../apps/web/src/shared/i18n/messages/vi/qr.ts';
import { reset as resetVi } from '../../apps/web/src/shared/i18n/messages/vi/reset.ts';
import { shell as shellVi } from '../../apps/web/src/shared/i18n/messages/vi/shell.ts';
import { signUp as signUpVi } from '../../apps/web/src/shared/i18n/messages/vi/sign-up.ts';
import { slides as slidesVi } from '../../apps/web/src/shared/i18n/messages/vi/slides.ts';
import { social as socialVi } from '../../apps/web/src/shared/i18n/messages/vi/social.ts';
import { sso as ssoVi } from '../../apps/web/src/shared/i18n/messages/vi/sso.ts';
import { start as startVi } from '../../apps/web/src/shared/i18n/messages/vi/start.ts';

export type { MessageKey, PlainKey, Translate, TranslateRest };
export type Language = 'vi' | 'en';

const catalogues: Record<Language, Record<MessageKey, string>> = {
  vi: {
    ...coreVi,
    ...errorPagesVi,
    ...signUpVi,
    ...resetVi,
    ...accountVi,
    ...adminVi,
    ...appsVi,
    ...profileVi,
    ...qrVi,
    ...shellVi,
    ...slidesVi,
    ...ssoVi,
    ...socialVi,
    ...startVi,
  },
  en: {
    ...coreEn,
    ...errorPagesEn,
    ...signUpEn,
    ...resetEn,
    ...accountEn,
    ...adminEn,
    ...appsEn,
    ...profileEn,
    ...qrEn,
    ...shellEn,
    ...slidesEn,
    ...ssoEn,
    ...socialEn,
    ...startEn,
  },
};

/**
 * Returns the texts of one language as the page shows them, with arguments filled in and without marks such as
 * `<phone>`.
 * @throws Error for a text with plural forms, which only the app formats
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
 * Texts that are also names: of the association, which administrators see in both languages, and of the first
 * administrator.
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
