import type { BodyOf, DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { AccountRepo } from '#account/account.repo.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import { searchText } from '#account/search/account-search.ts';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import type { Actor } from '#account/actor.ts';
import type { ApplicationRepo } from '#applications/application/application.repo.ts';
import type { ApplicationService } from '#applications/application/application.service.ts';
import type { RegistryRepo, RegistryRow } from './registry.repo.ts';

type Query = BodyOf<Endpoints['POST /vid/api/admin/applications/search']>;
type List = DataOf<Endpoints['POST /vid/api/admin/applications/search']>;
type Detail = DataOf<Endpoints['GET /vid/api/admin/applications/:appId']>;
type NewApplication = BodyOf<Endpoints['POST /vid/api/admin/applications']>;
type Change = BodyOf<Endpoints['PATCH /vid/api/admin/applications/:appId']>;

type Deps = {
  readonly sql: Sql;
  readonly repo: RegistryRepo;
  readonly applicationRepo: Pick<ApplicationRepo, 'listClients'>;
  readonly applications: ApplicationService;
  readonly accounts: Pick<AccountRepo, 'findNonDormantByPhone' | 'lockNonDormantByPhone'>;
  readonly config: Config;
};

const defaultLimit = 20;

export function createRegistryService({ sql, repo, applicationRepo, applications, accounts, config }: Deps) {
  /** @throws AppError PHONE_INVALID, ACCOUNT_NOT_FOUND, ACCOUNT_LOCKED */
  const needOwner = async (
    phone: string,
    field: string,
    find: AccountRepo['findNonDormantByPhone'],
  ): Promise<string> => {
    try {
      const account = await find(requireAccountPhone(phone, config));
      if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
      if (account.status === 'locked') throw new AppError('ACCOUNT_LOCKED');
      return account.id;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'PHONE_INVALID') throw error;
      throw new AppError('PHONE_INVALID', { fields: { [field]: 'phone' }, cause: error });
    }
  };

  return {
    /** @throws AppError VALIDATION_FAILED for an invalid cursor */
    async search({ search = '', after, limit = defaultLimit, ...filters }: Query): Promise<List> {
      const page = { after: readCursor(after), limit: limit + 1 };
      const rows = await repo.list(searchText(search), filters, page);
      const { items, next } = toPage(rows, limit, ({ code }) => [code]);
      return { items: items.map(toItem), next };
    },

    /** @throws AppError NOT_FOUND */
    async get(appId: string): Promise<Detail> {
      const row = await repo.find(appId);
      if (!row) throw new AppError('NOT_FOUND');
      const clients = await applicationRepo.listClients(appId);
      return {
        ...toItem(row),
        logo: row.logo,
        clientList: clients.map(({ id, kind, status }) => ({ id, kind, status })),
      };
    },

    async register({ ownerPhone, ...input }: NewApplication, by: Actor): Promise<{ id: string }> {
      const ownerId =
        ownerPhone === undefined
          ? undefined
          : await needOwner(ownerPhone, 'ownerPhone', accounts.findNonDormantByPhone);
      const { id } = await applications.add({ ...input, ownerId }, by);
      return { id };
    },

    change: (appId: string, change: Change, by: Actor) => applications.changeApplication(appId, change, by),

    setLogo: (appId: string, picture: Buffer | null, by: Actor) =>
      applications.setLogoPicture(appId, picture, by),

    setLocked: (appId: string, isLocked: boolean, by: Actor) =>
      applications.lockApplication(appId, isLocked ? 'disabled' : 'active', by),

    /** @throws AppError NOT_FOUND, PHONE_INVALID, ACCOUNT_NOT_FOUND, ACCOUNT_LOCKED */
    handOver: (appId: string, phone: string, by: Actor): Promise<void> =>
      sql.begin(async (tx) => {
        const ownerId = await needOwner(phone, 'phone', (e164) => accounts.lockNonDormantByPhone(tx, e164));
        await applications.handOver(tx, appId, ownerId, by);
      }),
  };
}

function toItem(row: RegistryRow): List['items'][number] {
  const { ownerId, ownerName, ownerPhone } = row;
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    access: row.access,
    status: row.status,
    isFirstParty: row.isFirstParty,
    owner:
      ownerId === null
        ? null
        : {
            id: ownerId,
            name: ownerName,
            phone: ownerPhone,
          },
    clients: row.clients,
    people: row.people,
    createdAt: row.createdAt.toISOString(),
  };
}

export type RegistryService = ReturnType<typeof createRegistryService>;
