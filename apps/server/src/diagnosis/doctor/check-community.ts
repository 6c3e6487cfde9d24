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

export const isCommunityPath = (pathname: string): boolean =>
  pathname === basePath || pathname.startsWith(`${basePath}/`);

/** Reports a page that does not start a sign-on. */
export function checkPage(pathname: string, say: Say): void {
  const within = pathname.slice(basePath.length).replace(/(?<=.)\/$/u, '') || '/';
  if (ssoEntryPaths.includes(within)) return;
  if (ssoFormPaths.includes(within))
    say.ignored(
      'address',
      `its path ${pathname} opens that form and overrides action`,
      'use /vid/web/home, which opens the right form',
    );
  else say.refused('address', `its path ${pathname} does not start a sign-in`, 'use /vid/web/home');
}

/** @param client undefined if the client is unknown, which is reported elsewhere */
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
  checkValue('mode', 'VID answers by redirect', get, say);
  checkValue('action', 'VID opens the sign-in', get, say);
  checkValue('lang', 'VID uses the language the person chose last', get, say);
  if (get('mode') === 'window' && !/^https?:/iu.test(meant('redirectTo') ?? 'https:'))
    say.ignored(
      'mode',
      'an address with a private scheme has no origin to post a message to',
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
    `${JSON.stringify(value)} is unknown and ignored: ${instead}`,
    known.map((one) => (one === 'window' ? 'window (a popup)' : one)).join(' or '),
  );
}

/**
 * Checks the additional parameters, which VID passes back to the application. Reports reserved names, which VID
 * drops, repeated parameters, and a number or total length over the limit.
 */
function checkAdditions(query: URLSearchParams, say: Say): void {
  const given = new Set(query.keys());
  for (const name of given)
    if (isReservedName(name))
      say.ignored(name, 'VID drops it, because its own answer uses this name', 'use another name, or state');
    else if (query.getAll(name).length > 1)
      say.ignored(name, 'it appears more than once; VID uses the first', 'send it once');
  const additions = additionsOf(query);
  if (isOversized(additions))
    say.refused(
      'additional parameters',
      `there are ${additions.length} with ${lengthOfAdditions(additions)} characters; VID accepts ${maxAdditionParams} with ${maxAdditionLength} (SSO_TOO_MANY_PARAMETERS)`,
      'keep the data on your side and send a key to it',
    );
}
