type Requirements = { readonly requiresName: boolean; readonly requiresEmail: boolean };
type Details = { readonly name: string | null; readonly isEmailConfirmed: boolean };

/** Sign-on errors for the account details that a client may require. */
export const missingDetails = ['NAME_REQUIRED', 'EMAIL_REQUIRED'] as const;
export type MissingDetail = (typeof missingDetails)[number];

/**
 * Returns the error of the first detail that a client requires and the account lacks, if any. The name is the claim
 * `name`: for an enterprise, the name of the enterprise.
 */
export function missingDetail(client: Requirements, account: Details): MissingDetail | undefined {
  if (client.requiresName && !account.name) return 'NAME_REQUIRED';
  return client.requiresEmail && !account.isEmailConfirmed ? 'EMAIL_REQUIRED' : undefined;
}
