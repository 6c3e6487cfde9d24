/** Some reading is recorded in the audit log, so nothing of it is read again without being asked for. */
export const readOnce = {
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
