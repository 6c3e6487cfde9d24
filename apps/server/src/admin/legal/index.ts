import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import { isLegalDocument, type LegalDocument } from '@vid/contract/legal/legal-text';
import { AppError } from '#lib/app-error.ts';
import { createAdminLegalService } from './legal.service.ts';

type Deps = AccountServices & { readonly refreshParams: () => Promise<void> };

export function createAdminLegalModule(deps: Deps): Module {
  const adminLegal = createAdminLegalService(deps);
  return {
    handlers: {
      'GET /vid/api/admin/legal': () => adminLegal.getCurrent(),
      'POST /vid/api/admin/legal/:document': ({ params, body, by }) =>
        adminLegal.publish(documentOf(params.document), body, by),
      'GET /vid/api/admin/legal/:document/history': ({ params, query }) =>
        adminLegal.history(documentOf(params.document), query),
    },
  };
}

function documentOf(name: string): LegalDocument {
  if (!isLegalDocument(name)) throw new AppError('NOT_FOUND');
  return name;
}
