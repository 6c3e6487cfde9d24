import { createAuditChainRepo } from '#platform/audit/chain/audit-chain.repo.ts';
import { createAuditCheck } from '#platform/audit/chain/audit-check.ts';
import { createAuditKeeper } from '#platform/audit/chain/audit-keeper.ts';
import { createAuditRetention } from '#platform/audit/chain/audit-retention.ts';
import { createAuditSealer } from '#platform/audit/chain/audit-sealer.ts';
import { createAuditVerifier } from '#platform/audit/chain/audit-verifier.ts';
import type { PlatformDeps } from './platform.ts';

/** The chain over the audit log. */
export function createAuditDeps(platform: PlatformDeps) {
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
    auditRetention: createAuditRetention({ ...platform, sealer: auditSealer }),
  };
}
