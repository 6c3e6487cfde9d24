export type Person = { readonly subject: string; readonly name: string; readonly email: string | null };

/** Faults that a provider can simulate after the authorize page, with their labels. */
export const faults = {
  none: 'Nothing',
  slow: 'Answers are slow',
  error: 'Answers have status 500',
  redirect: 'Answers redirect to an internal address',
  huge: 'Answers are very long',
  'other-app': 'The token belongs to another application',
  expired: 'The token has expired',
  swapped: 'The profile is another person’s',
  'wrong-issuer': 'The id token names another issuer',
  'wrong-nonce': 'The id token has another nonce',
  unsigned: 'The id token is not signed',
  'wrong-key': 'The id token is signed with another key',
} as const;
export type Fault = keyof typeof faults;

export const isFault = (value: string): value is Fault => Object.hasOwn(faults, value);

export type Grant = {
  readonly person: Person;
  readonly fault: Fault;
  readonly request: URLSearchParams;
};
