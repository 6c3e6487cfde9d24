import * as v from 'valibot';
import type { Answer } from '#shared/api/request-types.ts';
import { type Locale, locales } from '#shared/i18n/locale.ts';
import { boundedList, pairs, boundedText } from './persistence/schemas.ts';
import { createPersistedSlice } from './persistence/persisted-slice.ts';

const textOrNull = v.nullable(boundedText);

const ssoSettings = v.strictObject({
  mode: textOrNull,
  appCode: textOrNull,
  clientId: textOrNull,
  redirectTo: textOrNull,
  action: textOrNull,
  codeChallenge: textOrNull,
  lang: textOrNull,
  loginRedirectTo: textOrNull,
  additionParams: pairs,
});
export type SsoSettings = v.InferOutput<typeof ssoSettings>;

export type SsoStep =
  | 'validating'
  | 'validated'
  | 'signIn'
  | 'asking'
  | 'requesting'
  | 'leaving'
  | 'handedOver'
  | 'openerLost'
  | 'unavailable'
  | 'failed'
  | 'refused';

/**
 * `asksToContinue`: a user who arrives signed in must confirm before continuing. `requiresName` and `requiresEmail`: an
 * account needs a name, or a confirmed e-mail address, before the application gets a code.
 */
export type SsoApplication = Omit<Answer<'POST /vid/ajax/apps/view/validateRedirectUrls'>, 'redirectUrls'>;

export type SsoState = {
  settings: SsoSettings | null;
  /** Whether the server has confirmed that the redirect URI is registered for this application and client. */
  enabled: boolean;
  application: SsoApplication | null;
  step: SsoStep;
  /** Whether the user signed in during this request, which counts as confirming it. */
  hasSignedInHere: boolean;
  errorCode: string | null;
  errorText: string | null;
  errorReference: string | null;
  codeChallenge: string | null;
  /** Code challenges of the requests that this tab has answered. An application accepts one response per request. */
  answered: string[];
  currentLocale: { locale: Locale } | null;
};

const initial: SsoState = {
  settings: null,
  enabled: false,
  application: null,
  step: 'validating',
  hasSignedInHere: false,
  errorCode: null,
  errorText: null,
  errorReference: null,
  codeChallenge: null,
  answered: [],
  currentLocale: null,
};

export const useSso = createPersistedSlice(initial, {
  name: 'sso',
  version: 1,
  // The settings belong to one tab, because another tab may be signing in to another application. The code is in no
  // slice: it goes straight from the server's response to the application (security case S8).
  perTab: ['settings', 'enabled', 'codeChallenge', 'hasSignedInHere', 'answered'],
  kept: {
    settings: v.nullable(ssoSettings),
    enabled: v.boolean(),
    hasSignedInHere: v.boolean(),
    codeChallenge: textOrNull,
    answered: boundedList(boundedText),
    currentLocale: v.nullable(v.strictObject({ locale: v.picklist(locales) })),
  },
});

/**
 * Maximum number of stored code challenges, enough for the Back button. Challenges are public, so they may be stored.
 */
const maxAnswered = 20;

function isSame(one: SsoSettings | null, other: SsoSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export const ssoEvents = {
  /** Stores the settings. Returns whether they are unchanged, as after a reload. */
  settingsRead(settings: SsoSettings): boolean {
    const { settings: before, hasSignedInHere, currentLocale, answered } = useSso.getState();
    const isUnchanged = isSame(before, settings);
    useSso.setState({
      ...initial,
      currentLocale,
      answered,
      settings,
      codeChallenge: settings.codeChallenge,
      hasSignedInHere: hasSignedInHere && isUnchanged,
    });
    return isUnchanged;
  },
  validated(application: SsoApplication): void {
    useSso.setState({ application, enabled: true });
  },
  /** An OpenID Connect request has no settings, so only its application is stored. */
  applicationNamed(application: SsoApplication | null): void {
    useSso.setState({ application });
  },
  stepTaken(step: SsoStep): void {
    useSso.setState({ step });
  },
  answered(codeChallenge: string): void {
    const { answered } = useSso.getState();
    if (answered.at(-1) === codeChallenge) return;
    useSso.setState({ answered: [...answered, codeChallenge].slice(-maxAnswered) });
  },
  failed(errorCode: string | null, errorText: string | null, errorReference: string | null = null): void {
    useSso.setState({ errorCode, errorText, errorReference });
  },
  /** Continues in this window by redirect, because it has no opener. */
  openerGivenUp(): void {
    const { settings } = useSso.getState();
    if (settings !== null) useSso.setState({ settings: { ...settings, mode: null } });
  },
  signedIn(): void {
    if (useSso.getState().settings !== null) useSso.setState({ hasSignedInHere: true });
  },
  /** Keeps the settings, because the user signs in again and continues to the same application. */
  sessionEnded(): void {
    useSso.setState({ hasSignedInHere: false });
  },
  localeChosen(locale: Locale): void {
    if (useSso.getState().currentLocale?.locale !== locale) useSso.setState({ currentLocale: { locale } });
  },
  reset(): void {
    const { currentLocale, answered } = useSso.getState();
    useSso.setState({ ...initial, currentLocale, answered });
  },
};
