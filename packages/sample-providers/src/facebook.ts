import { createHmac } from 'node:crypto';
import { facebookSdk, popupResult } from './facebook-sdk.ts';
import { backWithCode, json, picturePath, type Protocol } from './provider-server.ts';

const refused = (message: string, status = 400) =>
  json({ error: { message, type: 'OAuthException' } }, status);

/** Imitates Facebook Login: the dialog, the Graph API v26.0 and the JavaScript SDK. */
export function facebookProtocol(app: { readonly appId: string; readonly secret: string }): Protocol {
  const proofOf = (token: string) => createHmac('sha256', app.secret).update(token).digest('hex');
  return {
    name: 'facebook',
    authorizePath: '/v26.0/dialog/oauth',
    finish(grant, tokens) {
      const { request, person } = grant;
      if (request.get('display') === 'popup')
        return popupResult({
          origin: request.get('origin') ?? '',
          authResponse: { accessToken: tokens.issue(grant), userID: person.subject, expiresIn: 3_600 },
        });
      return backWithCode(grant, tokens);
    },
    cancel: (request) =>
      request.get('display') === 'popup'
        ? popupResult({ origin: request.get('origin') ?? '', authResponse: null })
        : undefined,
    grantOf: ({ query }, tokens) =>
      tokens.find(query.get('code')) ??
      tokens.find(query.get('input_token')) ??
      tokens.find(query.get('access_token')),
    answer({ path, query }, tokens, origin) {
      if (path === '/sdk.js') return { type: 'text/javascript; charset=utf-8', body: facebookSdk(origin) };
      if (path === '/v26.0/oauth/access_token') {
        const isApp = query.get('client_id') === app.appId && query.get('client_secret') === app.secret;
        const grant = isApp ? tokens.redeem(query.get('code')) : undefined;
        if (!grant || grant.request.get('redirect_uri') !== query.get('redirect_uri'))
          return refused('This authorization code has been used.');
        return json({ access_token: tokens.issue(grant), token_type: 'bearer', expires_in: 5_183_944 });
      }
      if (path === '/v26.0/debug_token') {
        if (query.get('access_token') !== `${app.appId}|${app.secret}`)
          return refused('Invalid OAuth access token.');
        const grant = tokens.find(query.get('input_token'));
        const fault = grant?.fault;
        const data = {
          app_id: fault === 'other-app' ? '999' : app.appId,
          type: 'USER',
          is_valid: grant !== undefined && fault !== 'expired',
          expires_at: Math.floor(Date.now() / 1000) + (fault === 'expired' ? -60 : 3_600),
          scopes: ['email', 'public_profile'],
          ...(grant ? { user_id: grant.person.subject } : { error: { message: 'Malformed access token' } }),
        };
        return json({ data });
      }
      if (path !== '/v26.0/me') return undefined;
      const token = query.get('access_token') ?? '';
      const grant = tokens.find(token);
      if (!grant) return refused('Invalid OAuth access token.');
      if (query.get('appsecret_proof') !== proofOf(token))
        return refused('Invalid appsecret_proof provided in the API argument');
      const { subject, name, email } = grant.person;
      return json({
        id: grant.fault === 'swapped' ? `${subject}0` : subject,
        name,
        ...(email === null ? {} : { email }),
        picture: { data: { url: `${origin}${picturePath}`, is_silhouette: false } },
      });
    },
  };
}
