import { avatarLimits } from '@vid/contract/limits';
import type { FastifyInstance } from 'fastify';

/**
 * Reads files as they are. Only routes whose endpoint takes a file accept these types, and each has its own limit
 * (`createRoute`).
 */
export function installFileParser(app: FastifyInstance): void {
  app.addContentTypeParser([...avatarLimits.types], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}
