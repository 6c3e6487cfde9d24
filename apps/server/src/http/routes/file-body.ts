import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import type { FastifyInstance } from 'fastify';

const types = new Set(Object.values<Endpoint>(endpoints).flatMap(({ file }) => file?.types ?? []));

/**
 * Leaves uploads unparsed. Only routes whose endpoint takes a file accept an upload, each with its own size
 * limit (`createRoute`).
 */
export function installFileParser(app: FastifyInstance): void {
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}
