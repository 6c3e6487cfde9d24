import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';

const config = { acceptsAnyOrigin: true, isQuiet: true };

/** Serves the API reference. Generates it at the first request, because most processes never serve it. */
export function registerDocsRoutes(app: FastifyInstance, deps: { readonly config: Config }): void {
  if (deps.config.docs === 'off') return;
  let document: Promise<string> | undefined;
  let page: Promise<(nonce: string) => string> | undefined;

  app.get('/vid/docs/openapi.json', { config }, async (_request, reply) => {
    document ??= import('./openapi.ts').then(({ buildOpenApi }) => JSON.stringify(buildOpenApi()));
    return reply.type('application/json; charset=utf-8').send(await document);
  });

  app.get('/vid/docs', { config }, async (_request, reply) => {
    page ??= import('./reference-page.ts').then(({ renderReference }) => renderReference());
    const render = await page;
    const nonce = randomBytes(18).toString('base64url');
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(render(nonce));
  });
}
