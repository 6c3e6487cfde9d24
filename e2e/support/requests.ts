/**
 * For requests of a test outside its pages. The server closes a connection that was idle for 5 seconds, which may
 * happen while a request is on its way. A browser sends such a request again by itself.
 */
export const resendIfClosed = { maxRetries: 2 } as const;

export const origin = `http://localhost:${process.env['E2E_PORT']}`;
