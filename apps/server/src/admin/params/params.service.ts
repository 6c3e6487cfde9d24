import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import type { Body } from '@vid/contract/endpoints/index';
import type { Queryable, Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { Events } from '#platform/events/events.ts';
import type { AdminActor } from '#account/actor.ts';
import { readPage, type Page } from '#database/page.ts';
import { checkParam, checkRestored } from './params.policy.ts';

type Change = Body<'PUT /vid/api/admin/params/:name'>;
type Restore = Body<'POST /vid/api/admin/params/:name/restore'>;

export type ParamStore = {
  listLast(): PromiseLike<readonly { name: string; version: number; at: Date; by: string | null }[]>;
  listChanges(
    name: string,
    page: Page,
  ): PromiseLike<
    readonly { version: number; before: unknown; after: unknown; at: Date; by: string | null }[]
  >;
  findReplaced(tx: Queryable, name: string, version: number): Promise<{ value: unknown } | undefined>;
  change(
    tx: Queryable,
    change: { name: string; version: number; value: unknown; actorId: string },
  ): Promise<boolean>;
  addImage(tx: Queryable, id: string, content: Buffer): Promise<void>;
};

export type ParamsInput = {
  readonly store: ParamStore;
  readonly params: {
    getSections(): Promise<ParamValues>;
    readonly builtInSections: ParamValues;
    refresh(): Promise<void>;
  };
  readonly pictures: { make(file: Buffer, kind: 'logo'): Promise<Buffer> };
};

type Deps = ParamsInput & {
  readonly sql: Sql;
  readonly events: Pick<Events, 'publish'>;
  readonly audit: Audit;
};

export function createParamsService(deps: Deps) {
  const { sql, store, params, events, audit } = deps;

  /** Stores a value (null for the built-in value), and notifies every process after the commit. */
  const write = async (
    tx: Queryable,
    {
      name,
      version,
      value,
      restored,
    }: { name: ParamName; version: number; value: unknown; restored?: number },
    by: AdminActor,
  ): Promise<{ version: number }> => {
    if (!(await store.change(tx, { name, version, value, actorId: by.actorId })))
      throw new AppError('PARAMS_CHANGED');
    const kind = restored === undefined ? 'params.changed' : 'params.restored';
    const details = { name, version: version + 1, ...(restored !== undefined && { restored }) };
    await audit.write(tx, { kind, ...by, details });
    await events.publish(tx, 'params', 'all');
    return { version: version + 1 };
  };

  return {
    async list() {
      const values = await params.getSections();
      const builtIn = params.builtInSections;
      const last = new Map((await store.listLast()).map((row) => [row.name, row]));
      const stateOf = (name: ParamName) => {
        const change = last.get(name);
        return {
          version: change?.version ?? 0,
          changedAt: change?.at ?? null,
          changedBy: change?.by ?? null,
        };
      };
      return {
        brand: { value: values.brand, builtIn: builtIn.brand, ...stateOf('brand') },
        contact: { value: values.contact, builtIn: builtIn.contact, ...stateOf('contact') },
        slides: { value: values.slides, builtIn: builtIn.slides, ...stateOf('slides') },
        provinces: { value: values.provinces, builtIn: builtIn.provinces, ...stateOf('provinces') },
        objects: { value: values.objects, builtIn: builtIn.objects, ...stateOf('objects') },
        messages: { value: values.messages, builtIn: builtIn.messages, ...stateOf('messages') },
        zns: { value: values.zns, builtIn: builtIn.zns, ...stateOf('zns') },
      };
    },

    async change(name: ParamName, { version, value }: Change, by: AdminActor): Promise<{ version: number }> {
      const { [name]: current } = await params.getSections();
      const checked = checkParam(name, value, current);
      const result = await beginAs(sql, by, (tx) => write(tx, { name, version, value: checked }, by));
      await params.refresh();
      return result;
    },

    /**
     * Restores an earlier version as a new, validated change, which can be undone in the same way.
     * @throws AppError NOT_FOUND if no change followed the version; VALIDATION_FAILED; CONTRAST_TOO_LOW;
     * PARAMS_CHANGED
     */
    async restore(name: ParamName, { version, to }: Restore, by: AdminActor): Promise<{ version: number }> {
      const { [name]: current } = await params.getSections();
      const result = await beginAs(sql, by, async (tx) => {
        const replaced = await store.findReplaced(tx, name, to + 1);
        if (!replaced) throw new AppError('NOT_FOUND');
        const value = checkRestored(name, replaced.value, { current, builtIn: params.builtInSections[name] });
        return write(tx, { name, version, value, restored: to }, by);
      });
      await params.refresh();
      return result;
    },

    async history(name: ParamName, query: { after?: string; limit?: number }) {
      const { items, next } = await readPage(
        query,
        (page) => store.listChanges(name, page),
        ({ version }) => [version],
      );
      return { items, next, builtIn: params.builtInSections[name] };
    },

    /**
     * Stores an image and returns its URL.
     * @throws AppError AVATAR_INVALID, BUSY
     */
    async addImage(file: Buffer, by: AdminActor): Promise<{ url: string }> {
      const id = newId('img');
      const image = await deps.pictures.make(file, 'logo');
      await beginAs(sql, by, async (tx) => {
        await store.addImage(tx, id, image);
        await audit.write(tx, { kind: 'params.image-added', ...by, details: { name: id } });
      });
      return { url: `/vid/api/brand/${id}` };
    },
  };
}
