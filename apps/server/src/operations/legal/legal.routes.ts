import { isLegalDocument } from '@vid/contract/legal/legal-text';
import type { LegalRepo } from '#account/legal/legal.repo.ts';
import { builtInVersion, toPublicVersion } from '#account/legal/legal-versions.ts';
import type { Sql } from '#database/connection.ts';
import type { Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';

type Deps = { readonly sql: Sql; readonly legal: Pick<LegalRepo, 'find' | 'findCurrent'> };

export function registerLegalRoutes(route: Route, { sql, legal }: Deps): void {
  route('GET /vid/api/legal/:document', async ({ params: { document }, query: { version } }) => {
    if (!isLegalDocument(document)) throw new AppError('NOT_FOUND');
    if (version === undefined) return toPublicVersion((await legal.findCurrent(sql)).versions[document]);
    const found = version === 1 ? builtInVersion(document) : await legal.find(document, version);
    if (!found) throw new AppError('NOT_FOUND');
    return toPublicVersion(found);
  });
}
