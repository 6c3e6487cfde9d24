import { newPhone, type Phone } from './phones.ts';
import { runScript } from './run.ts';

export type Member = Phone & { readonly name: string; readonly email: string };

/** Accounts with these names. They cannot sign in with a password. */
export async function createMembers(names: readonly string[]): Promise<Member[]> {
  const members = names.map((name): Member => {
    const phone = newPhone();
    return { ...phone, name, email: `m${phone.e164.slice(1)}@example.vn` };
  });
  await runScript('insert-members.ts', JSON.stringify(members));
  return members;
}
