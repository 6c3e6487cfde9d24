import type { ListCodes } from '#account/account.repo.ts';
import type { AccountServices } from '#account/services.ts';
import type { SharedModule } from '#platform/module.ts';
import { createCertificateService } from './certificate.service.ts';

type Deps = AccountServices & { readonly listProvinces: ListCodes };

export function createCertificateModule(deps: Deps) {
  const certificates = createCertificateService(deps);
  return {
    certificates,
    handlers: {
      'GET /vid/api/users/employers': ({ query }) => certificates.searchEmployers(query.name ?? ''),
      'PUT /vid/api/users/certificate': ({ session, body, caller }) =>
        certificates.declare({ session, declared: body, caller }),
      'DELETE /vid/api/users/certificate': ({ session, caller }) => certificates.remove({ session, caller }),
    },
  } satisfies SharedModule;
}
