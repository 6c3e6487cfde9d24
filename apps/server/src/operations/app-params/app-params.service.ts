import { AppParams as AppParamsShape } from '@vid/contract/endpoints/operations/app-params';
import { Value } from 'typebox/value';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import type { AppParamsRow } from '#database/tables.ts';
import { builtInParams, type AppParams } from './built-in-params.ts';

type Deps = {
  readonly sql: Sql;
  readonly config: Pick<Config, 'strictPrivacy' | 'supportPhone' | 'supportEmail'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly nowMs: () => number;
};

/** Delay until other processes see a change. No security decision depends on parameters. */
const cacheTtlMs = 5_000;

/**
 * Application parameters: the built-in ones and the settings, overridden by rows of `app_params`. A row's name is the
 * path of the value it replaces (`configurations.slides`). A value that does not match the contract is ignored and
 * logged.
 */
export function createAppParamsService(deps: Deps) {
  let cached: { params: AppParams; at: number } | undefined;
  let loading: Promise<AppParams> | undefined;

  const { strictPrivacy, supportPhone, supportEmail } = deps.config;
  const defaults: AppParams = {
    ...builtInParams,
    configurations: {
      ...builtInParams.configurations,
      supportPhone: supportPhone ?? null,
      supportEmail,
      strictPrivacy: strictPrivacy === 'on',
    },
  };

  const load = async (): Promise<AppParams> => {
    const rows = await deps.sql<Pick<AppParamsRow, 'name' | 'value'>[]>`select name, value from app_params`;
    let params = defaults;
    for (const row of rows) {
      const next: unknown = withValue(params, row.name, row.value);
      if (Value.Check(AppParamsShape, next)) params = next;
      else
        deps.log.warn(
          { param: row.name },
          'ignoring an application parameter that does not match the contract',
        );
    }
    cached = { params, at: deps.nowMs() };
    return params;
  };

  const get = async (): Promise<AppParams> => {
    if (cached && deps.nowMs() - cached.at < cacheTtlMs) return cached.params;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  return {
    get,
    /**
     * The last parameters read, or the built-in ones before the first read. For pages, which must load while the
     * database is down. Refreshes an expired value in the background.
     */
    current(): AppParams {
      if (!cached || deps.nowMs() - cached.at >= cacheTtlMs) get().catch(() => undefined);
      return cached?.params ?? defaults;
    },
  };
}

/** A copy with the value at `group.name` replaced, or undefined if there is no such path. */
function withValue(params: AppParams, path: string, value: unknown): unknown {
  const [group = '', name, ...rest] = path.split('.');
  if (name === undefined || rest.length > 0 || !Object.hasOwn(params, group)) return undefined;
  const groups = new Map<string, object>(Object.entries(params));
  const old = groups.get(group) ?? {};
  if (!Object.hasOwn(old, name)) return undefined;
  return { ...params, [group]: { ...old, [name]: value } };
}

export type AppParamsService = ReturnType<typeof createAppParamsService>;
