import { type Locale, locales } from '../shared/i18n/locale.ts';
import { isFlag, isPairList, isText, oneOf, orNull, shape } from './guards.ts';
import { createPersistedSlice } from './persisted-slice.ts';

export type SsoSettings = {
  mode: string | null;
  appCode: string | null;
  clientId: string | null;
  redirectTo: string | null;
  action: string | null;
  codeChallenge: string | null;
  lang: string | null;
  loginRedirectTo: string | null;
  additionParams: [string, string][];
};

export type SsoState = {
  settings: SsoSettings | null;
  /** Set once the server has found the redirect address registered for this application and client. */
  enabled: boolean;
  payload: Record<string, string> | null;
  authCode: string | null;
  errorCode: string | null;
  codeChallenge: string | null;
  currentLocale: { locale: Locale } | null;
};

const initial: SsoState = {
  settings: null,
  enabled: false,
  payload: null,
  authCode: null,
  errorCode: null,
  codeChallenge: null,
  currentLocale: null,
};

const textOrNull = orNull(isText);

export const useSso = createPersistedSlice(initial, {
  name: 'sso',
  version: 1,
  // Left out besides what lasts one page: authCode and payload, which are credentials.
  kept: {
    settings: orNull(
      shape<SsoSettings>({
        mode: textOrNull,
        appCode: textOrNull,
        clientId: textOrNull,
        redirectTo: textOrNull,
        action: textOrNull,
        codeChallenge: textOrNull,
        lang: textOrNull,
        loginRedirectTo: textOrNull,
        additionParams: isPairList,
      }),
    ),
    enabled: isFlag,
    codeChallenge: textOrNull,
    currentLocale: orNull(shape<{ locale: Locale }>({ locale: oneOf(...locales) })),
  },
});

export const ssoEvents = {
  settingsRead(settings: SsoSettings): void {
    useSso.setState({ settings, codeChallenge: settings.codeChallenge, enabled: false, errorCode: null });
  },
  localeChosen(locale: Locale): void {
    if (useSso.getState().currentLocale?.locale !== locale) useSso.setState({ currentLocale: { locale } });
  },
  reset(): void {
    const { currentLocale } = useSso.getState();
    useSso.setState({ ...initial, currentLocale });
  },
};
