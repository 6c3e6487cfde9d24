import type { FastifyInstance } from 'fastify';
import type { Availability } from '#database/availability/availability.ts';
import { AppError } from '#lib/app-error.ts';
import type { AppParamsRepo } from './app-params.repo.ts';

type Deps = { readonly paramRepo: Pick<AppParamsRepo, 'findImage'>; readonly availability: Availability };

/**
 * Serves the association's logo and slide pictures. They need no session, because the sign-in page shows
 * them.
 */
export function registerBrandImages(app: FastifyInstance, { paramRepo, availability }: Deps): void {
  app.get<{ Params: { imageId: string } }>(
    '/vid/api/brand/:imageId',
    { config: { acceptsAnyOrigin: true, isQuiet: true } },
    async (request, reply) => {
      const content = await availability.guard(() => paramRepo.findImage(request.params.imageId), 'read');
      if (!content) throw new AppError('NOT_FOUND');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/webp')
        .send(Buffer.from(content));
    },
  );
}
