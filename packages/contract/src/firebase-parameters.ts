/** A Firebase project's parameters, without which its password hashes cannot be verified. */
export type FirebaseParameters = {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memoryCost: number;
};

/**
 * Reads the parameters in the form that the Firebase console shows under Authentication, Users, Password
 * hash parameters: `hash_config { algorithm: SCRYPT, base64_signer_key: …, base64_salt_separator: …,
 * rounds: 8, mem_cost: 14, }`. Returns undefined if the key, the rounds or the memory cost is missing.
 */
export function readFirebaseParameters(text: string): FirebaseParameters | undefined {
  const of = (name: string): string =>
    new RegExp(`\\b${name}"?\\s*:\\s*"?([\\w+/=-]*)`, 'u').exec(text)?.[1] ?? '';
  const [signerKey, saltSeparator] = [of('base64_signer_key'), of('base64_salt_separator')];
  const [rounds, memoryCost] = [Number(of('rounds')), Number(of('mem_cost'))];
  return signerKey !== '' && rounds > 0 && memoryCost > 0
    ? { signerKey, saltSeparator, rounds, memoryCost }
    : undefined;
}
