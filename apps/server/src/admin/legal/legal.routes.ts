import { isLegalDocument, type LegalDocument } from '@vid/contract/legal/legal-text';
import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import type { AdminLegalService } from './legal.service.ts';

type Deps = { readonly adminLegal: AdminLegalService };

export function registerAdminLegalRoutes(route: Route, { adminLegal }: Deps): void {
  route('GET /vid/api/admin/legal', () => adminLegal.getCurrent());

  route('POST /vid/api/admin/legal/:document', ({ params, body, session, caller }) =>
    adminLegal.publish(documentOf(params.document), body, byAdmin(session, caller)),
  );

  route('GET /vid/api/admin/legal/:document/history', ({ params, query }) =>
    adminLegal.history(documentOf(params.document), query),
  );
}

function documentOf(name: string): LegalDocument {
  if (!isLegalDocument(name)) throw new AppError('NOT_FOUND');
  return name;
}
