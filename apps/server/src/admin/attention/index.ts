import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createCertificatesRepo } from '../certificates/certificates.repo.ts';
import { createEnterprisesRepo } from '../enterprises/enterprises.repo.ts';
import { createAttentionRepo } from './attention.repo.ts';
import { createAttentionService } from './attention.service.ts';

export function createAttentionModule({ sql }: Platform): Module {
  const attention = createAttentionService({
    attentionRepo: createAttentionRepo(sql),
    enterprisesRepo: createEnterprisesRepo(sql),
    certificatesRepo: createCertificatesRepo(sql),
  });
  return {
    routes(route) {
      route('GET /vid/api/admin/attention', () => attention.count());
    },
  };
}
