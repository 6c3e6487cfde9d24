import { issuerOf, lines, postLogoutUriOf, quote, scopeOf } from './snippet.ts';
import type { SignInClient, Snippet } from './snippet.ts';

/** Returns the configuration of mod_auth_openidc for Apache httpd, which signs visitors in before they reach a site. */
export function apacheSnippet(client: SignInClient): Snippet {
  const { clientId, authMethod, redirectUri, idTokenAlg } = client;
  return {
    install: lines('apt install libapache2-mod-auth-openidc', 'a2enmod auth_openidc'),
    files: [
      {
        name: '/etc/apache2/conf-available/vid.conf',
        code: `OIDCProviderMetadataURL ${value(`${issuerOf(client)}/.well-known/openid-configuration`)}
OIDCClientID ${value(clientId)}
# Apache reads \${NAME} from /etc/apache2/envvars.
OIDCClientSecret "\${VID_CLIENT_SECRET}"
OIDCCryptoPassphrase "\${OIDC_CRYPTO_PASSPHRASE}"
OIDCRedirectURI ${value(redirectUri)}
OIDCResponseType code
OIDCPKCEMethod S256
OIDCScope ${value(scopeOf(client))}
OIDCProviderTokenEndpointAuth ${authMethod}
# VID signs ID tokens with ES256 or RS256, as the client is registered.
OIDCIDTokenSignedResponseAlg ${idTokenAlg}
# REMOTE_USER is the id of the account, which never changes. Claims are in OIDC_CLAIM_name and so on.
OIDCRemoteUserClaim sub
AddDefaultCharset utf-8
${signOutHint(client)}

<Location "/">
    AuthType openid-connect
    Require valid-user
</Location>
`,
      },
    ],
    run: lines(
      '# Add to /etc/apache2/envvars:',
      `# export VID_CLIENT_SECRET=${quote('…')}`,
      `# export OIDC_CRYPTO_PASSPHRASE=${quote('…')} # any long random text`,
      'a2enconf vid',
      'systemctl restart apache2',
    ),
    open: `${new URL(redirectUri).origin}/`,
    redirectUri,
  };
}

/** mod_auth_openidc refuses an address on another host than its own. */
function signOutHint(client: SignInClient): string {
  const page = new URL(client.redirectUri);
  const address = postLogoutUriOf(client);
  if (address === undefined || new URL(address).origin !== page.origin)
    return '# To offer sign-out, register an address for after sign-out on this host.';
  page.searchParams.set('logout', address);
  return `# To sign out here and at VID, link to ${page.pathname}${page.search}`;
}

const value = (text: string): string => `"${text}"`;
