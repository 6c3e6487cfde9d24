import type { SnippetClient } from '@vid/contract/snippets/snippet';
import { frameworkNames, snippetsFor } from '@vid/contract/snippets/snippets';
import { needClient, oneOf } from '#cli/access/subcommand.ts';
import { CommandProblem, UsageProblem, type Context } from '#cli/command.ts';
import { snippetMarkdown } from '#cli/documents/snippets.ts';
import type { CommandDeps } from '#cli/services.ts';

type Options = { readonly framework?: string | undefined; readonly redirect?: string | undefined };

export async function showSnippet(
  clientId: string,
  { framework, redirect }: Options,
  deps: CommandDeps,
  { show, config }: Context,
): Promise<void> {
  const { client, application } = await needClient(deps, clientId);
  const values: SnippetClient = {
    origin: config().publicUrl.origin,
    appId: application.id,
    appCode: application.code,
    clientId,
    kind: client.kind,
    authMethod: client.authMethod,
    redirectUri: redirect === undefined ? (client.redirectUris[0] ?? null) : needRegistered(redirect, client),
    postLogoutUris: client.postLogoutUris,
    scopes: client.kind === 'machine' ? client.managementScopes : client.scopes,
    idTokenAlg: client.idTokenAlg,
    requiresPar: client.requiresPar,
    requiresDpop: client.requiresDpop,
  };
  const choices = snippetsFor(values);
  const frameworks = choices.map((choice) => choice.framework);
  const [first] = frameworks;
  if (first === undefined)
    throw new CommandProblem(
      'NOT_FOUND',
      'No sample code fits this client. A machine client needs a scope (application client-manage), others a redirect URI.',
    );
  const chosen = framework === undefined ? first : oneOf(framework, frameworks, '--framework');
  const snippet = choices.find((choice) => choice.framework === chosen)?.make();
  if (!snippet) throw new Error(`no code for ${chosen}`);
  const others = frameworks.filter((name) => name !== chosen);
  show(
    { framework: chosen, others, ...snippet },
    [
      `# ${frameworkNames[chosen]}`,
      '',
      ...snippetMarkdown(snippet, values),
      ...(others.length === 0 ? [] : [`For another framework: --framework ${others.join('|')}`]),
    ]
      .join('\n')
      .trimEnd(),
  );
}

function needRegistered(
  address: string,
  { redirectUris }: { readonly redirectUris: readonly string[] },
): string {
  if (!redirectUris.includes(address))
    throw new UsageProblem(
      ['--redirect must be a registered address of the client:', ...redirectUris].join('\n  '),
    );
  return address;
}
