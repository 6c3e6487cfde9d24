import { AppParams as AppParamsShape } from '@vid/contract/endpoints/operations/app-params';
import { Value } from 'typebox/value';
import type { Logger } from 'pino';
import type { Sql } from '#database/connection.ts';
import type { AppParamsRow } from '#database/tables.ts';
import { builtInParams, type AppParams } from './built-in-params.ts';

type Parts = {
  readonly sql: Sql;
  readonly config: { readonly strictPrivacy: 'on' | 'off' };
  readonly log: Pick<Logger, 'warn'>;
  readonly nowMs: () => number;
};

/** How old an answer may be. Nobody decides anything by it, so that other processes need not be told of a change. */
const keptMs = 5_000;

/**
 * Application parameters: the built-in ones, with those of table `app_params` laid over them. A row is named by its
 * path (`configurations.slides`) and holds the whole value there; one that does not fit the contract is left out.
 */
export function createAppParamsService(parts: Parts) {
  let kept: { params: AppParams; at: number } | undefined;
  let loading: Promise<AppParams> | undefined;

  const load = async (): Promise<AppParams> => {
    const rows = await parts.sql<Pick<AppParamsRow, 'name' | 'value'>[]>`select name, value from app_params`;
    let params: AppParams = {
      ...builtInParams,
      configurations: { ...builtInParams.configurations, strictPrivacy: parts.config.strictPrivacy === 'on' },
    };
    for (const row of rows) {
      const next: unknown = withValue(params, row.name, row.value);
      if (Value.Check(AppParamsShape, next)) params = next;
      else parts.log.warn({ param: row.name }, 'an application parameter does not fit and is left out');
    }
    kept = { params, at: parts.nowMs() };
    return params;
  };

  const get = async (): Promise<AppParams> => {
    if (kept && parts.nowMs() - kept.at < keptMs) return kept.params;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  return {
    get,
    /**
     * What was read last, and the built-in ones before that: for pages, which wait for nothing and must come up
     * while the database is away. An old answer is renewed behind the scenes.
     */
    current(): AppParams {
      if (!kept || parts.nowMs() - kept.at >= keptMs) get().catch(() => undefined);
      return kept?.params ?? builtInParams;
    },
  };
}

/** A copy with the value at `group.name` replaced; another path changes nothing that the contract has, and is refused there. */
function withValue(params: AppParams, path: string, value: unknown): unknown {
  const [group = '', name, ...rest] = path.split('.');
  if (name === undefined || rest.length > 0 || !Object.hasOwn(params, group)) return undefined;
  const groups = new Map<string, object>(Object.entries(params));
  const old = groups.get(group) ?? {};
  if (!Object.hasOwn(old, name)) return undefined;
  return { ...params, [group]: { ...old, [name]: value } };
}

export type AppParamsService = ReturnType<typeof createAppParamsService>;
