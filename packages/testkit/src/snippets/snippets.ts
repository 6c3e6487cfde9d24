import type { NewClient } from '@vid/server/applications/clients/client.service';
import type { Snippet, SnippetClient } from '@vid/contract/snippets/snippet';
import { snippetsFor, type Framework } from '@vid/contract/snippets/snippets';
import type { SsoServer } from '../sso.ts';

const allScopes: readonly string[] = [
  'openid',
  'profile',
  'email',
  'phone',
  'vid',
  'broker',
  'offline_access',
];

type Prepared = { readonly snippet: Snippet; readonly client: SnippetClient; readonly secret: string };

export async function prepareSnippet(
  server: SsoServer,
  app: { readonly id: string; readonly code: string },
  framework: Framework,
  input: NewClient,
  scopes = input.scopes ?? allScopes,
): Promise<Prepared> {
  const { clientId, secret = '' } = await server.deps.applications.addClient(app.code, input);
  const isPublic = input.kind === 'spa' || input.kind === 'native';
  const client: SnippetClient = {
    origin: server.origin,
    appId: app.id,
    appCode: app.code,
    clientId,
    kind: input.kind,
    authMethod: input.authMethod ?? (isPublic ? 'none' : 'client_secret_basic'),
    redirectUri: input.redirectUris?.[0] ?? null,
    postLogoutUris: input.postLogoutUris ?? [],
    scopes,
    idTokenAlg: input.idTokenAlg ?? 'ES256',
    requiresPar: input.requiresPar ?? false,
    requiresDpop: input.requiresDpop ?? false,
  };
  const choice = snippetsFor(client).find((one) => one.framework === framework);
  if (!choice) throw new Error(`${framework} does not fit the client`);
  return { snippet: choice.make(), client, secret };
}
