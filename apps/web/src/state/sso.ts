import { type Locale, locales } from '#shared/i18n/locale.ts';
import { isFlag, isPairList, isText, listOf, oneOf, orNull, shape } from './guards.ts';
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

/** The application on whose way the person is, as the server names it. */
export type SsoApplication = {
  name: string;
  logo: string | null;
  isFirstParty: boolean;
  /** Whether a person who came signed in is asked before going on. */
  asksToContinue: boolean;
};

export type SsoState = {
  settings: SsoSettings | null;
  /** Set once the server has found the redirect address registered for this application and client. */
  enabled: boolean;
  application: SsoApplication | null;
  /** Where the way stands; of one page. */
  step: SsoStep;
  /** The person signed in on this very way: they need not be asked whether they meant it. */
  hasSignedInHere: boolean;
  errorCode: string | null;
  /** The refusal in words, as the server wrote them. */
  errorText: string | null;
  /** The number under which the operator finds why. */
  errorReference: string | null;
  codeChallenge: string | null;
  /** Challenges of the requests that this tab has answered: an application takes one answer to each. */
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

const textOrNull = orNull(isText);

export const useSso = createPersistedSlice(initial, {
  name: 'sso',
  version: 1,
  // The settings are of one tab: in another one the person may be on the way to another application. The code
  // and what goes with it are in no slice at all: they pass from the answer to the application (security case S8).
  perTab: ['settings', 'enabled', 'codeChallenge', 'hasSignedInHere', 'answered'],
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
    hasSignedInHere: isFlag,
    codeChallenge: textOrNull,
    answered: listOf(isText),
    currentLocale: orNull(shape<{ locale: Locale }>({ locale: oneOf(...locales) })),
  },
});

/** As many as one goes back through; the challenges themselves are public. */
const answeredKept = 20;

function isSame(one: SsoSettings | null, other: SsoSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export const ssoEvents = {
  /** Says whether it is still the same way, as after a reload. */
  settingsRead(settings: SsoSettings): boolean {
    const { settings: before, hasSignedInHere, currentLocale, answered } = useSso.getState();
    const isSameWay = isSame(before, settings);
    useSso.setState({
      ...initial,
      currentLocale,
      answered,
      settings,
      codeChallenge: settings.codeChallenge,
      hasSignedInHere: hasSignedInHere && isSameWay,
    });
    return isSameWay;
  },
  validated(application: SsoApplication): void {
    useSso.setState({ application, enabled: true });
  },
  /** An OpenID Connect request has no settings here; only its application is named to the person. */
  applicationNamed(application: SsoApplication | null): void {
    useSso.setState({ application });
  },
  stepTaken(step: SsoStep): void {
    useSso.setState({ step });
  },
  answered(codeChallenge: string): void {
    const { answered } = useSso.getState();
    if (answered.at(-1) === codeChallenge) return;
    useSso.setState({ answered: [...answered, codeChallenge].slice(-answeredKept) });
  },
  failed(errorCode: string | null, errorText: string | null, errorReference: string | null = null): void {
    useSso.setState({ errorCode, errorText, errorReference });
  },
  /** No window waits for the answer any more: this one goes on to the application itself. */
  windowGivenUp(): void {
    const { settings } = useSso.getState();
    if (settings !== null) useSso.setState({ settings: { ...settings, mode: null } });
  },
  signedIn(): void {
    if (useSso.getState().settings !== null) useSso.setState({ hasSignedInHere: true });
  },
  /** A session that ran out does not change where the person was going. */
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
