import type { FastifyInstance } from 'fastify';
import { languageOf, outboxCss, outboxJs, renderOutbox } from './outbox-page.ts';
import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Registers the outbox page; production has no outbox. */
export function registerOutboxRoutes(
  app: FastifyInstance,
  { outbox, availability, config: settings }: Platform,
): void {
  if (!outbox) return;
  const config = { isQuiet: true };
  const hasGateways = settings.sampleGateways === 'on';

  app.get('/vid/dev/outbox', { config }, (request, reply) =>
    reply
      .header('content-security-policy', pagePolicy)
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(renderOutbox(languageOf(request), hasGateways)),
  );
  app.get('/vid/dev/outbox.css', { config }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(outboxCss),
  );
  app.get('/vid/dev/outbox.js', { config }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(outboxJs),
  );
  app.get('/vid/dev/outbox.json', { config }, async (_request, reply) =>
    reply.send({ data: await availability.guard(() => outbox.list()) }),
  );
  if (hasGateways) registerGatewayModes(app, new URL('modes', settings.esmsUrl));
}

/** Registers the routes that read and set how the sample gateways treat the next messages. */
function registerGatewayModes(app: FastifyInstance, modes: URL): void {
  const ask = async (init?: RequestInit): Promise<unknown> => {
    const answer = await fetch(modes, { ...init, signal: AbortSignal.timeout(2_000) });
    if (!answer.ok) throw new AppError('INTERNAL', { internal: 'the sample gateways refused the modes' });
    return answer.json();
  };
  const config = { isQuiet: true };
  app.get('/vid/dev/gateways.json', { config }, async (_request, reply) => reply.send({ data: await ask() }));
  app.post('/vid/dev/gateways.json', { config }, async ({ body }, reply) =>
    reply.send({ data: await ask({ method: 'PUT', body: JSON.stringify(body) }) }),
  );
}
