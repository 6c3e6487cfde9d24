/** Options for queries that the audit log records, so that nothing is read again without the administrator's action. */
export const readOnce = {
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
