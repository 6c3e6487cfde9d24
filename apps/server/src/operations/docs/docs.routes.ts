import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import { documents } from './documents.ts';

const config = { acceptsAnyOrigin: true, isQuiet: true };

/** Generates the API reference on the first request, because most processes never serve it. */
export function registerDocsRoutes(app: FastifyInstance, deps: { readonly config: Config }): void {
  if (deps.config.docs === 'off') return;
  let page: Promise<(nonce: string) => string> | undefined;

  for (const document of documents) {
    let text: Promise<string> | undefined;
    app.get(`/vid/docs/${document.file}`, { config }, async (_request, reply) => {
      text ??= import('./openapi.ts').then(({ buildOpenApi }) => JSON.stringify(buildOpenApi(document)));
      return reply.type('application/json; charset=utf-8').send(await text);
    });
  }

  app.get('/vid/docs', { config }, async (_request, reply) => {
    page ??= import('./reference-page.ts').then(({ renderReference }) => renderReference());
    const render = await page;
    const nonce = randomBytes(18).toString('base64url');
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; font-src 'self'`,
      )
      .type('text/html; charset=utf-8')
      .send(render(nonce));
  });
}
