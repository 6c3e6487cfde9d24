import { type Lists, pagesOf, searches, spreadBodies } from './list.ts';

const path = '/vid/api/admin/accounts/search';

export function accountLists(accounts: number): Lists {
  const found = Object.entries(searches(accounts)).map(
    ([name, bodies]) => [`accounts, ${name}`, pagesOf(path, bodies)] as const,
  );
  return {
    'accounts, by time': pagesOf(path, [{ sort: 'newest' }, { sort: 'oldest' }, { sort: 'last-sign-in' }]),
    'accounts, filtered': pagesOf(path, [
      { kind: 'enterprise' },
      { status: 'locked' },
      { role: 'admin' },
      { object: 'expert', province: '17' },
      { object: 'broker', province: '01', kind: 'enterprise' },
    ]),
    'accounts, referral code': pagesOf(
      path,
      spreadBodies(accounts, (index) => ({ search: `B${String(index).padStart(9, '0')}` })),
    ),
    'accounts, tax code of a tenth of them': pagesOf(path, [{ search: '0100109106' }]),
    'accounts, name and a rare filter': pagesOf(path, [
      { search: 'nguyen', role: 'admin' },
      { search: 'an', status: 'locked' },
      { search: 'binh', object: 'expert', province: '17' },
    ]),
    ...Object.fromEntries(found),
  };
}
