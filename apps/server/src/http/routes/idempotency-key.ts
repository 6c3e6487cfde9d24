import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';

/** Enough characters for 96 random bits in base64url, with or without the quotes of a structured field. */
const shape = /^"?([\w-]{16,64})"?$/u;

/**
 * Returns the Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header); undefined without
 * one. Repeated requests with the same key and content get the outcome of the first request.
 * @throws AppError VALIDATION_FAILED if the key is malformed
 */
export function idempotencyKeyOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? shape.exec(header)?.[1] : undefined;
  if (key === undefined) throw new AppError('VALIDATION_FAILED', { fields: {} });
  return key;
}
