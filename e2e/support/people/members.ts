import type { Member } from '../operator.ts';
import { newPhone } from './phones.ts';
import { operate } from '../run.ts';

export async function createMembers(names: readonly string[]): Promise<Member[]> {
  const members = names.map((name): Member => {
    const phone = newPhone();
    return { ...phone, name, email: `m${phone.e164.slice(1)}@example.vn` };
  });
  await operate('insertMembers', ...members);
  return members;
}
