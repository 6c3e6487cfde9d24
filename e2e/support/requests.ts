/**
 * Options for requests that a test makes outside its pages. The server closes a connection that was idle for 5 seconds,
 * possibly while a request is on its way. A browser repeats such a request by itself.
 */
export const resendIfClosed = { maxRetries: 2 } as const;

export const origin = `http://localhost:${process.env['E2E_PORT']}`;
