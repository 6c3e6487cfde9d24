import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sdkFile, sdkPath } from '@vid/contract/snippets/sdk';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#lib/app-error.ts';

const config = { acceptsAnyOrigin: true, isQuiet: true };

/** Serves the package of `@vid/sso` from `folder`, the output of packages/sso/build.ts. */
export function registerSdkRoutes(app: FastifyInstance, folder: string): void {
  app.get(sdkPath, { config }, async (_request, reply) => {
    const file = await readFile(join(folder, sdkFile)).catch(() => undefined);
    if (!file) throw new AppError('NOT_FOUND');
    return reply
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-disposition': `attachment; filename="${sdkFile}"`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .type('application/gzip')
      .send(file);
  });
}
