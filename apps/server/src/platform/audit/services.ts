import { createAuditChainRepo } from './chain/audit-chain.repo.ts';
import { createAuditCheck } from './chain/audit-check.ts';
import { createAuditKeeper } from './chain/audit-keeper.ts';
import { createAuditRetention } from './chain/audit-retention.ts';
import { createAuditSealer } from './chain/audit-sealer.ts';
import { createAuditVerifier } from './chain/audit-verifier.ts';
import { findSafeEnd } from './chain/safe-end.ts';
import { createAuditStream } from './stream/audit-stream.ts';
import type { Platform } from '#platform/platform.ts';

export function createAuditServices(platform: Platform) {
  const chainRepo = createAuditChainRepo(platform.sql);
  const chain = { ...platform, chainRepo };
  const auditSealer = createAuditSealer(chain);
  const auditVerifier = createAuditVerifier(chain);
  const auditCheck = createAuditCheck({ ...chain, verifier: auditVerifier });
  return {
    chainRepo,
    auditSealer,
    auditVerifier,
    auditCheck,
    auditKeeper: createAuditKeeper({ ...platform, sealer: auditSealer, check: auditCheck }),
    auditStream: createAuditStream({ ...platform, findSafeEnd: () => findSafeEnd(chainRepo) }),
    auditRetention: createAuditRetention({ ...platform, sealer: auditSealer }),
  };
}

export type AuditServices = ReturnType<typeof createAuditServices>;
