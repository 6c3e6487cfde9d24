import {
  additionsOf,
  isOversized,
  isReservedName,
  lengthOfAdditions,
  maxAdditionLength,
  maxAdditionParams,
  ssoEntryPaths,
  ssoFormPaths,
  ssoValues,
} from '@vid/contract/sso/sso-query';
import type { RegisteredClient, Say } from './finding.ts';
import type { Parameters } from './parameters.ts';

const basePath = '/vid/web';

/** Whether an address is within the web app at all; which of its pages is looked at by `checkPage`. */
export const isCommunityPath = (pathname: string): boolean =>
  pathname === basePath || pathname.startsWith(`${basePath}/`);

/** Sign-on begins at a few pages: others are not found, or are somebody's own. */
export function checkPage(pathname: string, say: Say): void {
  const within = pathname.slice(basePath.length).replace(/(?<=.)\/$/u, '') || '/';
  if (ssoEntryPaths.includes(within)) return;
  if (ssoFormPaths.includes(within))
    say.ignored(
      'address',
      `its path ${pathname} opens that form, whatever action says`,
      '/vid/web/home opens the one that is needed',
    );
  else
    say.refused(
      'address',
      `its path ${pathname} is not where people are sent to sign in`,
      'send them to /vid/web/home',
    );
}

/** @param client undefined where it is not known: that has been said */
export function checkCommunity(
  { query, get, meant }: Parameters,
  client: RegisteredClient | undefined,
  say: Say,
): void {
  const appCode = meant('appCode');
  if (appCode === null)
    say.refused('appCode', 'it is missing', `send ${client?.appCode ?? 'the code of your application'}`);
  else if (client && appCode !== client.appCode)
    say.refused(
      'appCode',
      `the client belongs to ${client.appCode}, not to ${JSON.stringify(appCode)}`,
      `send ${client.appCode}`,
    );
  checkValue('mode', 'the answer comes by redirect', get, say);
  checkValue('action', 'people get to sign in', get, say);
  checkValue('lang', 'the page is in the language that the person had last', get, say);
  if (get('mode') === 'window' && !/^https?:/iu.test(meant('redirectTo') ?? 'https:'))
    say.ignored(
      'mode',
      'an address of a scheme of its own has no origin that a window could be answered at',
      'leave mode out',
    );
  checkAdditions(query, say);
}

function checkValue(name: keyof typeof ssoValues, instead: string, get: Parameters['get'], say: Say): void {
  const value = get(name);
  const known: readonly string[] = ssoValues[name];
  if (value === null || known.includes(value)) return;
  say.ignored(
    name,
    `${JSON.stringify(value)} is not known, and VID ignores it: ${instead}`,
    known.map((one) => (one === 'window' ? 'window (a popup)' : one)).join(' or '),
  );
}

/** Everything that VID does not know comes back to the application; what it alone may say does not. */
function checkAdditions(query: URLSearchParams, say: Say): void {
  const given = new Set(query.keys());
  for (const name of given)
    if (isReservedName(name))
      say.ignored(name, 'VID drops it: only its own answer may hold that', 'use another name, or state');
    else if (query.getAll(name).length > 1)
      say.ignored(name, 'it is there more than once, and VID heeds the first alone', 'send it once');
  const additions = additionsOf(query);
  if (isOversized(additions))
    say.refused(
      'additional parameters',
      `they are ${additions.length} of ${lengthOfAdditions(additions)} characters together; VID takes ${maxAdditionParams} of ${maxAdditionLength} (SSO_TOO_MANY_PARAMETERS)`,
      'keep your data on your side, and send a key to it',
    );
}
