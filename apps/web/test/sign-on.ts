import type { SsoSettings } from '../src/state/sso.ts';

export const application = {
  name: 'Sàn Hội',
  logo: null,
  operatorName: null,
  policyUrl: null,
  domain: 'app.example',
  isFirstParty: true,
  asksToContinue: false,
  requiresName: false,
  requiresEmail: false,
  scopes: [],
};

export const redirectTo = 'https://app.example/cb';

/** Sign-on request of the application, which returns by redirect. */
export const settings: SsoSettings = {
  mode: null,
  appCode: 'A',
  clientId: 'c',
  redirectTo,
  action: null,
  codeChallenge: 'a'.repeat(43),
  lang: null,
  loginRedirectTo: null,
  additionParams: [],
};

export const thirdParty = {
  code: 'san-hoi',
  name: 'Sàn Hội',
  logo: null,
  isFirstParty: false,
  operatorName: null,
  policyUrl: null,
};
