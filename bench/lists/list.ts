import { seededPhone } from '../harness/seed.ts';
import { spread } from '../load/requests.ts';

/** A request for a page of a list: a POST request if there is a body, otherwise a GET request. */
export type PageRequest = { readonly path: string; readonly body?: Readonly<Record<string, unknown>> };

/** Requests that a round repeats, by the name of the list's figure. */
export type Lists = Readonly<Record<string, readonly PageRequest[]>>;

const requestsPerList = 200;

export const pagesOf = (
  path: string,
  bodies: readonly Readonly<Record<string, unknown>>[],
): readonly PageRequest[] => bodies.map((body) => ({ path, body }));

export const spreadBodies = <Body>(accounts: number, make: (index: number) => Body): readonly Body[] =>
  spread(accounts, make, requestsPerList);

export const cursorAfter = (...key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

export const nationalPhone = (index: number): string => `0${seededPhone(index).slice(3)}`;

/** Returns searches by kind, which match one account, many accounts, or a fifth of all accounts. */
export function searches(
  accounts: number,
): Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> {
  const each = (make: (index: number) => string) =>
    spreadBodies(accounts, (index) => ({ search: make(index) }));
  return {
    phone: each(nationalPhone),
    'beginning of a phone': each((index) => nationalPhone(index).slice(0, 5)),
    'name without diacritics': [{ search: 'nguyen van an' }, { search: 'tran thi' }, { search: 'hoang' }],
    'name with diacritics': [{ search: 'Phạm Minh Đức' }, { search: 'Lê' }, { search: 'Hạnh' }],
    'e-mail address': each((index) => `member${index}@ex`),
  };
}
