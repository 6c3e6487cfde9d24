import { issuerOf, lines, listenArguments, localPort, quote, scopeOf, withSecret } from './snippet.ts';
import type { SignInClient, Snippet } from './snippet.ts';

/** Returns code for Auth.js on Express. The provider is the same for Next.js and the other frameworks of Auth.js. */
export function authJsSnippet(client: SignInClient): Snippet {
  const { clientId, authMethod, idTokenAlg } = client;
  const { origin } = new URL(client.redirectUri);
  const { basePath, id } = pathsOf(client.redirectUri);
  return {
    install: 'npm install express @auth/express',
    files: [
      {
        name: 'app.mjs',
        code: `import { ExpressAuth, getSession } from '@auth/express';
import express from 'express';

// With Next.js, pass this provider to NextAuth() of next-auth 5.
const vid = {
  id: ${quote(id)},
  name: 'VID',
  type: 'oidc',
  issuer: ${quote(issuerOf(client))},
  clientId: ${quote(clientId)},
  clientSecret: process.env.VID_CLIENT_SECRET,
  // VID signs ID tokens with ES256 or RS256, as the client is registered.
  client: {
    token_endpoint_auth_method: ${quote(authMethod)},
    id_token_signed_response_alg: ${quote(idTokenAlg)},
  },
  authorization: { params: { scope: ${quote(scopeOf(client))} } },
  checks: ['pkce', 'state', 'nonce'],
  // The name is at userinfo. The ID token says only who signed in.
  idToken: false,
  // sub never changes: use it as the key of your own user.
  profile: (claims) => ({ id: claims.sub, name: claims.name ?? null, email: claims.email ?? null }),
};
const auth = {
  basePath: ${quote(basePath)},
  trustHost: true,
  providers: [vid],
  callbacks: {
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
    jwt: ({ token, profile }) => (profile ? { ...token, sub: profile.sub } : token),
  },
};

const app = express();
${localPort(client.redirectUri) === null ? "app.set('trust proxy', true); // the proxy that terminates TLS\n" : ''}app.use(${quote(basePath)}, ExpressAuth(auth));
app.get('/', async (request, response) => {
  response.json((await getSession(request, auth)) ?? 'Open ${basePath}/signin');
});
app.listen(${listenArguments(client.redirectUri)});
`,
      },
    ],
    run: lines(
      'export AUTH_SECRET="$(openssl rand -hex 32)" # the key of your own sessions; keep it',
      withSecret('node app.mjs'),
    ),
    open: `${origin}${basePath}/signin`,
    redirectUri: `${origin}${basePath}/callback/${id}`,
  };
}

/**
 * Returns both parts of a redirect URI of the form `<basePath>/callback/<provider id>`, which Auth.js requires, or
 * defaults for any other URI.
 */
function pathsOf(redirectUri: string): { basePath: string; id: string } {
  const { pathname, search } = new URL(redirectUri);
  const [, basePath, id] = /^((?:\/[\w-]+)+)\/callback\/([\w-]+)$/u.exec(pathname) ?? [];
  return basePath !== undefined && id !== undefined && search === ''
    ? { basePath, id }
    : { basePath: '/auth', id: 'vid' };
}
