import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { balanceProblem, ceilingProblem, type Problem } from '#platform/problems/problems.ts';
import { createCertificatesRepo } from '../certificates/certificates.repo.ts';
import { createEnterprisesRepo } from '../enterprises/enterprises.repo.ts';
import { createAttentionRepo } from './attention.repo.ts';

export function createAttentionModule({
  sql,
  installation,
  problems,
  zaloTokens,
  smsCeiling,
  smsBalances,
  maintenance,
  config,
}: Platform): Module {
  const repo = createAttentionRepo(sql);
  return {
    handlers: {
      'GET /vid/api/admin/attention': async () => {
        const [
          enterprises,
          certificates,
          privacy,
          incidents,
          isCopy,
          isZaloConnected,
          ceilingUse,
          balances,
          noted,
        ] = await Promise.all([
          createEnterprisesRepo(sql).countWaiting(),
          createCertificatesRepo(sql).countWaiting(),
          repo.countPrivacyRequests(),
          repo.countIncidents(),
          installation.isCopy(),
          zaloTokens === undefined || zaloTokens.isConnected(),
          smsCeiling.use(),
          smsBalances?.list() ?? [],
          problems.list(),
        ]);
        const sms = [ceilingProblem(ceilingUse), balanceProblem(balances, config)];
        const operation: readonly Problem[] = [
          ...(isCopy ? [{ kind: 'database-copy', detail: '' } as const] : []),
          ...(maintenance.current() ? [{ kind: 'maintenance', detail: '' } as const] : []),
          ...(isZaloConnected ? [] : [{ kind: 'zalo-disconnected', detail: '' } as const]),
          ...sms.filter((problem) => problem !== undefined),
          ...noted,
        ];
        return { enterprises, certificates, privacy, incidents, operation };
      },
    },
  };
}
