import type { FieldReason } from '@vid/contract/field-reasons';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage } from '#database/availability/outage.ts';
import { AppError } from '#lib/app-error.ts';
import { localeOf } from './caller.ts';
import { plainPagePolicy } from './pages/plain-page.ts';
import { needsPage, problemPage } from './pages/problem-page.ts';
import { toProblem } from './problem.ts';
import { logOf } from './request-log.ts';
import type { RouteIndex } from './routes/route-index.ts';

/** Codes of Fastify's client errors. Any other client error becomes MALFORMED_REQUEST. */
const transportCodes: Readonly<Record<string, AppError['code']>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_VALIDATION: 'VALIDATION_FAILED',
  FST_ERR_BAD_URL: 'NOT_FOUND',
};

type ValidationIssue = { instancePath?: string; keyword?: string; params?: Record<string, unknown> };

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error)) return new AppError('UNAVAILABLE', { retryAfterSeconds: 5, cause: error });
  if (isFastifyError(error)) {
    if (error.validation) return new AppError('VALIDATION_FAILED', { fields: fieldsOf(error.validation) });
    const code = transportCodes[error.code];
    if (code) return new AppError(code, { cause: error });
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return new AppError('MALFORMED_REQUEST', { cause: error });
    }
  }
  return new AppError('INTERNAL', { cause: error });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Returns one reason per invalid field; the validator's own messages are not sent. */
function fieldsOf(issues: readonly ValidationIssue[]): Record<string, FieldReason> {
  const fields: Record<string, FieldReason> = {};
  const add = (name: string, reason: FieldReason): void => {
    if (/^[A-Za-z][A-Za-z.]{0,63}$/u.test(name)) fields[name] ??= reason;
  };
  for (const issue of issues) {
    const path = (issue.instancePath ?? '').replace(/^\//u, '').replaceAll('/', '.');
    const join = (name: string): string => (path === '' ? name : `${path}.${name}`);
    if (issue.keyword === 'required') {
      for (const name of names(issue.params?.['requiredProperties'] ?? issue.params?.['missingProperty']))
        add(join(name), 'required');
    } else if (issue.keyword === 'additionalProperties') {
      // Do not echo the name of an unknown field, which is the caller's input.
      continue;
    } else if (path !== '') {
      add(
        path,
        issue.keyword === 'maxLength' ? 'tooLong' : issue.keyword === 'minLength' ? 'required' : 'format',
      );
    }
  }
  return fields;
}

function names(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/**
 * Installs the responses to errors, to an unknown method of a known path (405 with the allowed methods) and
 * to an unknown path (404).
 */
export function installErrorHandler(app: FastifyInstance, index: RouteIndex): void {
  app.setErrorHandler((error, request, reply) => sendProblem(toAppError(error), request, reply));
  app.setNotFoundHandler((request, reply) => {
    const methods = index.methodsAt(request.url);
    if (methods.length === 0) return sendProblem(new AppError('NOT_FOUND'), request, reply);
    return sendProblem(
      new AppError('METHOD_NOT_ALLOWED'),
      request,
      reply.header('allow', methods.join(', ')),
    );
  });
}

export function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = toProblem(error, localeOf(request.headers['accept-language']), request.id);
  request.failureCode = error.code;
  if (status >= 500 && error.code !== 'UNAVAILABLE' && error.code !== 'BUSY') {
    logOf(request).error(
      { err: error.cause ?? error, code: error.code, detail: error.internal },
      'request failed',
    );
  }
  if (error.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)));
  if (error.challenge !== undefined) reply.header('www-authenticate', error.challenge);
  reply.status(status).header('cache-control', 'no-store');
  if (needsPage(error.code, request.method, request.headers.accept))
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', plainPagePolicy)
      .send(
        problemPage({
          code: error.code,
          text: body.error,
          locale: localeOf(request.headers['accept-language']),
          requestId: request.id,
        }),
      );
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
