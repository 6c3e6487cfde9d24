import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import type { Grant } from './grant.ts';
import { backWithCode, challengeOf, json, picturePath, type Protocol } from './provider-server.ts';

const kid = 'sample';

/** Imitates Google's authorization code flow: authorize page, token endpoint and signing keys. */
export function googleProtocol(app: { readonly clientId: string; readonly secret: string }): Protocol {
  // RSA keys are slow to generate, so they are generated on first use.
  let keys: ReturnType<typeof generateKeyPair> | undefined;
  const getKeys = () => (keys ??= generateKeyPair('RS256', { extractable: true }));

  const idToken = async (grant: Grant, origin: string): Promise<string> => {
    const { person, fault, request } = grant;
    const nowSeconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: fault === 'wrong-issuer' ? 'https://issuer.invalid' : origin,
      aud: fault === 'other-app' ? 'another-client' : app.clientId,
      sub: person.subject,
      nonce: fault === 'wrong-nonce' ? 'another' : (request.get('nonce') ?? undefined),
      iat: nowSeconds - (fault === 'expired' ? 7_200 : 0),
      exp: nowSeconds + (fault === 'expired' ? -3_600 : 3_600),
      name: person.name,
      ...(person.email === null ? {} : { email: person.email, email_verified: true }),
      picture: `${origin}${picturePath}`,
    };
    if (fault === 'unsigned') return unsigned(claims);
    const pair: { privateKey: CryptoKey } =
      fault === 'wrong-key' ? await generateKeyPair('RS256') : await getKeys();
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(pair.privateKey);
  };

  return {
    name: 'google',
    authorizePath: '/o/oauth2/v2/auth',
    finish: backWithCode,
    grantOf: ({ form }, tokens) => tokens.find(form.get('code')),
    async answer({ path, method, form }, tokens, origin) {
      if (path === '/oauth2/v3/certs') {
        const jwk = await exportJWK((await getKeys()).publicKey);
        return json({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] });
      }
      if (path !== '/token' || method !== 'POST') return undefined;
      if (form.get('client_id') !== app.clientId || form.get('client_secret') !== app.secret)
        return json({ error: 'invalid_client' }, 401);
      const grant = tokens.redeem(form.get('code'));
      const isRight =
        grant?.request.get('redirect_uri') === form.get('redirect_uri') &&
        grant?.request.get('code_challenge') === challengeOf(form.get('code_verifier'));
      if (!grant || !isRight) return json({ error: 'invalid_grant' }, 400);
      return json({
        access_token: tokens.issue(grant),
        token_type: 'Bearer',
        expires_in: 3_600,
        scope: grant.request.get('scope') ?? '',
        id_token: await idToken(grant, origin),
      });
    },
  };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function unsigned(claims: object): string {
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}
