import type { Body } from '@vid/contract/endpoints/index';
import { requireAccountPhone } from '#account/require-phone.ts';
import { searchText } from '#account/search/account-search.ts';
import { AppError } from '#lib/app-error.ts';
import type { Actor } from '#account/actor.ts';
import type { ApplicationServices } from '#applications/services.ts';
import { readCountedPage } from '#database/page.ts';
import { createRegistryRepo, type RegistryRow } from './registry.repo.ts';

type Query = Body<'POST /vid/api/admin/applications/search'>;
type NewApplication = Body<'POST /vid/api/admin/applications'>;

export function createRegistryService({
  sql,
  applicationRepo,
  applications,
  accounts,
  config,
}: ApplicationServices) {
  const repo = createRegistryRepo(sql);
  const findOwner = async (phone: string, field: string): Promise<string> => {
    try {
      const account = await accounts.findNonDormantByPhone(requireAccountPhone(phone, config));
      if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
      return account.id;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'PHONE_INVALID') throw error;
      throw new AppError('PHONE_INVALID', { fields: { [field]: 'phone' }, cause: error });
    }
  };

  return {
    async search({ search = '', after, limit, ...filters }: Query) {
      const text = searchText(search);
      const { items, ...page } = await readCountedPage(
        { after, limit },
        (part) => repo.list(text, filters, part),
        ({ code }) => [code],
        () => repo.count(text, filters),
      );
      return { items: items.map(toItem), ...page };
    },

    async get(appId: string) {
      const row = await repo.find(appId);
      if (!row) throw new AppError('NOT_FOUND');
      return { ...toItem(row), clientList: await applicationRepo.listClients(appId) };
    },

    async register({ ownerPhone, ...input }: NewApplication, by: Actor): Promise<{ id: string }> {
      const ownerId = ownerPhone === undefined ? undefined : await findOwner(ownerPhone, 'ownerPhone');
      const { id } = await applications.add({ ...input, ownerId }, by);
      return { id };
    },

    async handOver(appId: string, phone: string, by: Actor): Promise<void> {
      await applications.handOver(appId, await findOwner(phone, 'phone'), by);
    },
  };
}

const toItem = <Row extends RegistryRow>({ ownerId, ownerName, ownerPhone, ...row }: Row) => ({
  ...row,
  owner: ownerId === null ? null : { id: ownerId, name: ownerName, phone: ownerPhone },
});

export type RegistryService = ReturnType<typeof createRegistryService>;
