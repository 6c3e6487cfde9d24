import fastify, { type FastifyBaseLogger } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { createLogger } from '#lib/log/log.ts';
import { installErrorHandler, toAppError } from './error-handler.ts';
import { indexRoutes } from './routes/route-index.ts';

const fastifyError = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const codeOf = (error: unknown) => toAppError(error).code;

describe('an error of a request', () => {
  it('has one reason per invalid field, and names no unknown field', () => {
    const validation = [
      { instancePath: '/name', keyword: 'maxLength' },
      { instancePath: '/name', keyword: 'pattern' },
      { instancePath: '/enterprise/name', keyword: 'minLength' },
      { instancePath: '/kind', keyword: 'enum' },
      { instancePath: '', keyword: 'required', params: { requiredProperties: ['phone', 'password'] } },
      { instancePath: '/enterprise', keyword: 'required', params: { missingProperty: 'taxCode' } },
      { instancePath: '', keyword: 'additionalProperties', params: { additionalProperties: ['role'] } },
      { instancePath: '/phones/0', keyword: 'minLength' },
    ];
    const { code, fields } = toAppError(fastifyError('FST_ERR_VALIDATION', { validation }));
    expect([code, fields]).toEqual([
      'VALIDATION_FAILED',
      {
        name: 'tooLong',
        'enterprise.name': 'required',
        kind: 'format',
        phone: 'required',
        password: 'required',
        'enterprise.taxCode': 'required',
      },
    ]);
  });

  it('gets the code that fits its own code or status', () => {
    const known = new AppError('NOT_FOUND');
    expect(toAppError(known)).toBe(known);
    expect(codeOf(fastifyError('FST_ERR_CTP_BODY_TOO_LARGE'))).toBe('PAYLOAD_TOO_LARGE');
    expect(codeOf(fastifyError('FST_ERR_CTP_INVALID_MEDIA_TYPE'))).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(codeOf(fastifyError('FST_ERR_VALIDATION'))).toBe('VALIDATION_FAILED');
    expect(codeOf(fastifyError('FST_ERR_BAD_URL'))).toBe('NOT_FOUND');
    expect(codeOf(fastifyError('FST_ERR_OTHER', { statusCode: 400 }))).toBe('MALFORMED_REQUEST');
    expect(codeOf(fastifyError('FST_ERR_OTHER', { statusCode: 499 }))).toBe('MALFORMED_REQUEST');
    for (const statusCode of [undefined, 399, 500])
      expect(codeOf(fastifyError('FST_ERR_OTHER', { statusCode }))).toBe('INTERNAL');
    expect(toAppError(fastifyError('ECONNREFUSED'))).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 5,
    });
    expect(codeOf(new Error('a bug'))).toBe('INTERNAL');
  });

  it('is logged only if it is a bug', async () => {
    const lines: string[] = [];
    const loggerInstance: FastifyBaseLogger = createLogger('error', {
      write: (line: string) => void lines.push(line),
    });
    const app = fastify({ loggerInstance });
    onTestFinished(() => app.close());
    installErrorHandler(app, indexRoutes(app));
    const errors = {
      bug: new TypeError('a bug'),
      busy: new AppError('BUSY', { retryAfterSeconds: 0 }),
      outage: new AppError('UNAVAILABLE', { retryAfterSeconds: 1.2 }),
      challenge: new AppError('ACCESS_TOKEN_INVALID', { challenge: 'DPoP' }),
    };
    for (const [path, error] of Object.entries(errors))
      app.get(`/${path}`, () => {
        throw error;
      });
    const headersOf = async (path: string) => {
      const { statusCode, headers } = await app.inject({ url: path });
      return [statusCode, headers['retry-after'], headers['www-authenticate'], headers['cache-control']];
    };
    expect(await headersOf('/busy')).toEqual([503, '1', undefined, 'no-store']);
    expect(await headersOf('/outage')).toEqual([503, '2', undefined, 'no-store']);
    expect(await headersOf('/challenge')).toEqual([401, undefined, 'DPoP', 'no-store']);
    expect(lines).toEqual([]);
    expect(await headersOf('/bug')).toEqual([500, undefined, undefined, 'no-store']);
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(['INTERNAL']);
  });
});
