import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { isStorableJson } from '#lib/text/text.ts';

const maxDepth = 16;

/**
 * Replaces Fastify's body parsers by one that accepts unambiguous JSON, and an empty body as null, because
 * `logout` has no body. Fastify's parser rejects `__proto__` and `constructor.prototype`.
 */
export function installJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text === '') {
      done(null, null);
      return;
    }
    void parse(request, text, (error, value: unknown) => {
      if (error) done(error);
      else if (isAmbiguous(text)) done(new AppError('MALFORMED_REQUEST'));
      else if (!isStorableJson(text, value)) done(new AppError('VALIDATION_FAILED'));
      else done(null, value);
    });
  });
}

/**
 * Returns whether JSON repeats a name within an object or nests deeper than any of VID's bodies. Parsers
 * disagree on which of two equal names counts (RFC 8259 section 4), so a proxy may have checked the other
 * value.
 */
export function isAmbiguous(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gu;
  for (const match of text.matchAll(tokens)) {
    const [token, colon] = match;
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > maxDepth) return true;
    } else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = String(JSON.parse(token.slice(0, -colon.length)));
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
