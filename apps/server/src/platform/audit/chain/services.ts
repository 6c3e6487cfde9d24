import { createAuditChainRepo } from './audit-chain.repo.ts';
import { createAuditCheck } from './audit-check.ts';
import { createAuditKeeper } from './audit-keeper.ts';
import { createAuditRetention } from './audit-retention.ts';
import { createAuditSealer } from './audit-sealer.ts';
import { createAuditVerifier } from './audit-verifier.ts';
import { findSafeEnd } from './safe-end.ts';
import { createAuditStream } from '../stream/audit-stream.ts';
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
