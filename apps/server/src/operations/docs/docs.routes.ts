import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import { buildOpenApi } from './openapi.ts';
import { renderReference } from './reference-page.ts';

const config = { acceptsAnyOrigin: true, isQuiet: true };

/** The API reference, made from the contract when the process starts. */
export function registerDocsRoutes(app: FastifyInstance, parts: { readonly config: Config }): void {
  if (parts.config.docs === 'off') return;
  const document = buildOpenApi();
  const render = renderReference(document);
  const text = JSON.stringify(document);

  app.get('/vid/docs/openapi.json', { config }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );

  app.get('/vid/docs', { config }, (_request, reply) => {
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
