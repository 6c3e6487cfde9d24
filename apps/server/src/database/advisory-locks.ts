/** Keys of advisory locks on the whole database. The schema's `make_audit_partitions` uses 7346002. */
export const advisoryLocks = {
  migrations: 7_346_001,
  auditSeals: 7_346_003,
  administrators: 7_346_004,
  signingKeys: 7_346_005,
} as const;
