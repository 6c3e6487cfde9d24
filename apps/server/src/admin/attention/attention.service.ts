import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { AttentionRepo } from './attention.repo.ts';

type Attention = DataOf<Endpoints['GET /vid/api/admin/attention']>;

type Deps = {
  readonly attentionRepo: AttentionRepo;
  readonly enterprisesRepo: { countWaiting(): Promise<number> };
  readonly certificatesRepo: { countWaiting(): Promise<number> };
};

/** Counts the items that wait for the administrators. */
export function createAttentionService({ attentionRepo, enterprisesRepo, certificatesRepo }: Deps) {
  return {
    async count(): Promise<Attention> {
      const [enterprises, certificates, privacy, incidents] = await Promise.all([
        enterprisesRepo.countWaiting(),
        certificatesRepo.countWaiting(),
        attentionRepo.countPrivacyRequests(),
        attentionRepo.countIncidents(),
      ]);
      const nextDueAt = incidents.nextDueAt?.toISOString() ?? null;
      return { enterprises, certificates, privacy, incidents: { ...incidents, nextDueAt } };
    },
  };
}

export type AttentionService = ReturnType<typeof createAttentionService>;
