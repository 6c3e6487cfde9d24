import { escapeHtml as escape } from '#lib/text/escape-html.ts';

type Call = {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly curl: string;
};

const secret = '-u "$CLIENT_ID:$CLIENT_SECRET"';

/** OpenID Connect endpoints, which are not in the contract because oidc-provider serves them. */
export const signInCalls: readonly Call[] = [
  {
    id: 'discovery',
    method: 'GET',
    path: '/vid/oidc/.well-known/openid-configuration',
    summary: 'Read the settings of VID. A library needs only this address',
    curl: 'curl "$VID/vid/oidc/.well-known/openid-configuration"',
  },
  {
    id: 'authorize',
    method: 'GET',
    path: '/vid/oidc/auth',
    summary: 'Send the browser here to sign a member in',
    curl: 'echo "$VID/vid/oidc/auth?response_type=code&client_id=$CLIENT_ID&redirect_uri=$REDIRECT_URI&scope=openid%20profile&state=$STATE&nonce=$NONCE&code_challenge=$CHALLENGE&code_challenge_method=S256"',
  },
  {
    id: 'exchange',
    method: 'POST',
    path: '/vid/oidc/token',
    summary:
      'Exchange the code for tokens. The ID token is signed with ES256 or RS256, as set for the client',
    curl: `curl "$VID/vid/oidc/token" ${secret} -d grant_type=authorization_code -d code="$CODE" -d redirect_uri="$REDIRECT_URI" -d code_verifier="$VERIFIER"`,
  },
  {
    id: 'userinfo',
    method: 'GET',
    path: '/vid/oidc/me',
    summary: 'Read the data that the member shares with the application (userinfo)',
    curl: 'curl "$VID/vid/oidc/me" -H "Authorization: Bearer $ACCESS_TOKEN"',
  },
  {
    id: 'refresh',
    method: 'POST',
    path: '/vid/oidc/token',
    summary: 'Refresh the tokens, with the scope offline_access',
    curl: `curl "$VID/vid/oidc/token" ${secret} -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN"`,
  },
  {
    id: 'revoke',
    method: 'POST',
    path: '/vid/oidc/token/revocation',
    summary: 'Revoke a token',
    curl: `curl "$VID/vid/oidc/token/revocation" ${secret} -d token="$REFRESH_TOKEN"`,
  },
  {
    id: 'device',
    method: 'POST',
    path: '/vid/oidc/device/auth',
    summary: 'Start a sign-in on a device without a browser (RFC 8628)',
    curl: 'curl "$VID/vid/oidc/device/auth" -d client_id="$CLIENT_ID" -d scope="openid profile"',
  },
  {
    id: 'keys',
    method: 'GET',
    path: '/vid/oidc/jwks',
    summary: 'Read the public keys that verify an ID token',
    curl: 'curl "$VID/vid/oidc/jwks"',
  },
];

export function renderSignIn(): string {
  const calls = signInCalls.map(
    ({ id, method, path, summary, curl }) =>
      `<article aria-labelledby="oidc-${id}"><h4 id="oidc-${id}">${escape(summary)}</h4><p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p><pre tabindex="0"><code>${escape(curl)}</code></pre></article>`,
  );
  return `<section aria-labelledby="sign-in"><h2 id="sign-in">Sign people in</h2><p>OpenID Connect, with any library: the connection guide of a client has the code with its values. Errors have the form of OAuth: <code>{"error", "error_description"}</code>.</p>${calls.join('')}</section>`;
}
