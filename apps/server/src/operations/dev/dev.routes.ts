import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '#platform/outbox/outbox-page.ts';
import type { Platform } from '#platform/platform.ts';
import { renderStartPage, startCss, type ExampleLinks } from './start-page.ts';

export type FindExampleLinks = () => Promise<ExampleLinks | undefined>;

type Deps = Platform & { readonly findExampleLinks: FindExampleLinks };

const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function registerDevRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, availability } = deps;
  if (config.isProduction) return;
  const routeConfig = { isQuiet: true };

  app.get('/vid/dev', { config: routeConfig }, (_request, reply) => reply.redirect('/vid/dev/', 302));
  app.get('/vid/dev/start.css', { config: routeConfig }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(startCss),
  );
  app.get('/vid/dev/', { config: routeConfig }, async (request, reply) => {
    const page = renderStartPage({
      lang: languageOf(request),
      hasDocs: config.docs === 'on',
      examples: config.examples === 'on' ? await availability.guard(deps.findExampleLinks) : undefined,
      administratorFile: join(config.dataDir, 'administrator.txt'),
    });
    return reply
      .header('content-security-policy', pagePolicy)
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
