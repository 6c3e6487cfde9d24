/** Keys of database-wide advisory locks. `make_audit_partitions` in the schema uses 7346002. */
export const advisoryLocks = {
  migrations: 7_346_001,
  auditSeals: 7_346_003,
  administrators: 7_346_004,
  signingKeys: 7_346_005,
  dataKeys: 7_346_006,
} as const;
