import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Availability } from '#database/availability.ts';
import type { Sql } from '#database/connection.ts';
import { exampleApplications } from '#sso/applications/seed-examples.ts';
import { renderStartPage, startCss, type ExampleLinks } from './start-page.ts';

type Parts = {
  readonly config: Pick<Config, 'isProduction' | 'docs' | 'examples' | 'dataDir' | 'databaseUrl'>;
  readonly sql: Sql;
  readonly availability: Availability;
};

const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The start page of evaluation mode: where everything is. Production has no such routes. */
export function registerDevRoutes(app: FastifyInstance, { config, sql, availability }: Parts): void {
  if (config.isProduction) return;
  const routeConfig = { isQuiet: true };

  app.get('/vid/dev', { config: routeConfig }, (_request, reply) => reply.redirect('/vid/dev/', 302));
  app.get('/vid/dev/start.css', { config: routeConfig }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(startCss),
  );
  app.get('/vid/dev/', { config: routeConfig }, async (request, reply) => {
    const asked = new URL(request.url, 'http://localhost').searchParams.get('lang');
    const preferred = request.headers['accept-language']?.startsWith('en') ? 'en' : 'vi';
    const page = renderStartPage({
      lang: asked === 'en' || asked === 'vi' ? asked : preferred,
      hasDocs: config.docs === 'on',
      examples: config.examples === 'on' ? await findExamples(sql, availability) : undefined,
      administratorFile: join(config.dataDir, 'administrator.txt'),
    });
    return reply
      .header('content-security-policy', pagePolicy)
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/** Where the primary process has registered them: this may be another process. */
async function findExamples(sql: Sql, availability: Availability): Promise<ExampleLinks | undefined> {
  const { sdk, oidc } = exampleApplications;
  const rows = await availability.guard(
    () => sql<{ id: string; addresses: string[] }[]>`
      select id, post_logout_uris as addresses from clients where id in (${sdk.clientId}, ${oidc.clientId})`,
  );
  const addressOf = (clientId: string): string | undefined =>
    rows.find((row) => row.id === clientId)?.addresses[0];
  const [sdkAddress, oidcAddress] = [addressOf(sdk.clientId), addressOf(oidc.clientId)];
  return sdkAddress && oidcAddress ? { sdk: sdkAddress, oidc: oidcAddress } : undefined;
}
