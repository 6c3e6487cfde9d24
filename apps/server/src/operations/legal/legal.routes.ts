import { isLegalDocument } from '@vid/contract/legal/legal-text';
import { builtInVersion, toPublicVersion } from '#account/legal/legal-versions.ts';
import type { AccountServices } from '#account/services.ts';
import type { Route } from '#http/routes/routes.ts';
import { AppError } from '#lib/app-error.ts';

export function registerLegalRoutes(route: Route, { sql, legal }: AccountServices): void {
  route('GET /vid/api/legal/:document', async ({ params: { document }, query: { version } }) => {
    if (!isLegalDocument(document)) throw new AppError('NOT_FOUND');
    if (version === undefined) return toPublicVersion((await legal.findCurrent(sql)).versions[document]);
    const found = version === 1 ? builtInVersion(document) : await legal.find(document, version);
    if (!found) throw new AppError('NOT_FOUND');
    return toPublicVersion(found);
  });
}
