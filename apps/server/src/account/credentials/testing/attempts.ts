import { freshAddress, freshPhone } from '@vid/testkit/flows';
import type { TestServer } from '@vid/testkit/server';
import type { PasswordAttempt } from '../explain-refusal.ts';
import type { CountedAttempt } from '../password-throttle.ts';

export const freshAttempt = (change: Partial<PasswordAttempt> = {}): PasswordAttempt => ({
  phone: freshPhone(),
  address: freshAddress(),
  devices: [],
  proof: 'none',
  ...change,
});

export async function countAttempt(
  { deps }: Pick<TestServer, 'deps'>,
  attempt: PasswordAttempt,
): Promise<CountedAttempt> {
  const counted = await deps.throttle.count(attempt);
  if ('refused' in counted) throw new Error(`the attempt was refused: ${counted.refused}`);
  return counted;
}
