import { ssoEvents, type SsoSettings, useSso } from '../src/state/sso.ts';
import { data } from './fake-server.ts';
import { network } from './visitor.tsx';

export const validate = 'POST /vid/ajax/apps/view/validateRedirectUrls';
export const codeRequest = 'POST /vid/api/auth/code/request';

/** A first-party application, as `validate` answers it. */
export const application = {
  name: 'Sàn Hội',
  logo: null,
  isFirstParty: true,
  asksToContinue: false,
  requiresName: false,
  scopes: [],
};

/** What the application's link asks for. */
export const settings = {
  mode: null,
  appCode: 'A',
  clientId: 'c',
  redirectTo: 'https://app.example/cb',
  action: null,
  codeChallenge: 'a'.repeat(43),
  lang: null,
  loginRedirectTo: null,
  additionParams: [],
} satisfies SsoSettings;

/** Drops earlier requests and reads one of an application, which the fake server accepts. */
export function readRequest(change: Partial<SsoSettings> & { readonly redirectTo?: string } = {}): void {
  const read = { ...settings, ...change };
  useSso.setState({ answered: [] });
  ssoEvents.reset();
  ssoEvents.settingsRead(read);
  network().on(validate, () => data({ ...application, redirectUrls: [read.redirectTo] }));
}
