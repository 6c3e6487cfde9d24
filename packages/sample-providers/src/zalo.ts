import { createHmac } from 'node:crypto';
import { backWithCode, challengeOf, json, picturePath, type Protocol } from './provider-server.ts';

/** Builds a refusal. Zalo reports errors with status 200 and a negative code. */
const refused = (error: number, name: string) => json({ error, error_name: name, message: name });

const single = (header: string | string[] | undefined): string => String(header ?? '');

/** Imitates Zalo's OAuth v4 for users and `me` of its Social API. */
export function zaloProtocol(app: { readonly appId: string; readonly secret: string }): Protocol {
  const proofOf = (token: string) => createHmac('sha256', app.secret).update(token).digest('hex');
  return {
    name: 'zalo',
    authorizePath: '/v4/permission',
    finish: backWithCode,
    grantOf: ({ form, headers }, tokens) =>
      tokens.find(form.get('code')) ?? tokens.find(single(headers['access_token'])),
    answer({ path, method, form, headers }, tokens, origin) {
      if (path === '/v4/access_token' && method === 'POST') {
        if (single(headers['secret_key']) !== app.secret || form.get('app_id') !== app.appId)
          return refused(-14004, 'Invalid secret key');
        const grant = tokens.redeem(form.get('code'));
        if (!grant || grant.request.get('app_id') !== app.appId)
          return refused(-14019, 'Authorized code expired');
        if (grant.request.get('code_challenge') !== challengeOf(form.get('code_verifier')))
          return refused(-14020, 'Invalid code verifier');
        const token = { access_token: tokens.issue(grant), refresh_token: 'unused', expires_in: '3600' };
        return json(token);
      }
      if (path !== '/v2.0/me') return undefined;
      const token = single(headers['access_token']);
      const grant = tokens.find(token);
      if (!grant || grant.fault === 'other-app' || grant.fault === 'expired')
        return refused(-216, 'Access token is invalid');
      if (single(headers['appsecret_proof']) !== proofOf(token))
        return refused(-217, 'Invalid appsecret_proof');
      const { subject, name } = grant.person;
      const picture = { data: { url: `${origin}${picturePath}` } };
      return json({ error: 0, message: 'Success', id: subject, name, picture });
    },
  };
}
