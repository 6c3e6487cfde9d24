import { createHmac } from 'node:crypto';
import { calculatePKCECodeChallenge } from 'openid-client';
import { callProvider, pictureIn, readObject, textIn } from './outbound.ts';
import { SocialProviderRefused, type SocialProvider } from './provider.ts';

type Options = {
  readonly appId: string;
  readonly appSecret: string;
  readonly authorizeUrl: URL;
  readonly tokenUrl: URL;
  readonly graphUrl: URL;
  readonly returnUrl: string;
};

/**
 * Creates the provider for Zalo. Zalo's OAuth v4 with PKCE has non-standard parameters and reports errors
 * with status 200, so openid-client does not support it. Zalo provides no e-mail address. The code is
 * exchanged with the secret of VID's app, so the token was issued to that app.
 */
export function createZalo(options: Options): SocialProvider {
  const { appId, appSecret, graphUrl } = options;
  return {
    async authorizeUrl({ state, verifier }) {
      const url = new URL(options.authorizeUrl);
      url.search = new URLSearchParams({
        app_id: appId,
        redirect_uri: options.returnUrl,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        state,
      }).toString();
      return url;
    },
    async redeemCode(code, { verifier }, signal) {
      const body = new URLSearchParams({
        code,
        app_id: appId,
        grant_type: 'authorization_code',
        code_verifier: verifier,
      });
      const call = { method: 'POST', headers: { secret_key: appSecret }, body };
      const answer = await readObject(await callProvider(options.tokenUrl, call, signal));
      const accessToken = textIn(answer['access_token']);
      if (accessToken === null) throw new SocialProviderRefused('the code is not valid');
      const url = new URL('me', graphUrl);
      url.searchParams.set('fields', 'id,name,picture');
      const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
      const headers = { access_token: accessToken, appsecret_proof: proof };
      const me = await readObject(await callProvider(url, { headers }, signal));
      const subject = textIn(me['id']);
      if (subject === null || (me['error'] ?? 0) !== 0)
        throw new SocialProviderRefused('Zalo returned no profile');
      return { subject, name: textIn(me['name']), email: null, picture: pictureIn(me) };
    },
  };
}
