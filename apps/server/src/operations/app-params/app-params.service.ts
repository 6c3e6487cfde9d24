import { isParamName } from '@vid/contract/endpoints/admin/params';
import { AppParams as AppParamsShape } from '@vid/contract/endpoints/operations/app-params';
import { Value } from 'typebox/value';
import type { Logger } from 'pino';
import { termsVersionOf } from '#account/legal/legal-versions.ts';
import type { Config } from '#config/config.ts';
import type { Events } from '#platform/events/events.ts';
import type { AppParamsRepo } from './app-params.repo.ts';
import { builtInParams, type AppParams } from './built-in-params.ts';
import { sectionsOf, type Known, withoutMessages, withSection } from './param-sections.ts';

type Deps = {
  readonly repo: Pick<AppParamsRepo, 'list'>;
  /** Version 1 of each document is built in. */
  readonly findLegalVersions: () => Promise<{ readonly terms: number; readonly privacy: number }>;
  readonly events: Pick<Events, 'subscribe'>;
  readonly config: Pick<Config, 'strictPrivacy' | 'supportPhone' | 'supportEmail'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly nowMs: () => number;
};

/**
 * Age at which cached parameters are read again, so that a row changed by SQL takes effect. Changes by administrators
 * take effect at once.
 */
const cacheTtlMs = 5_000;

/**
 * The application parameters: the built-in values and the settings, overridden by rows of `app_params`. A
 * row's name is the path of the value that it replaces (`configurations.slides`), or a section that
 * administrators change, which takes precedence. Values that do not match the contract are ignored and
 * logged.
 */
export function createAppParamsService(deps: Deps) {
  let cached: { known: Known; at: number } | undefined;
  let loading: { readonly change: number; readonly known: Promise<Known> } | undefined;
  /** Number of notified changes; a value read before the latest change is not cached. */
  let change = 0;
  let unsubscribe: (() => void) | undefined;

  const { strictPrivacy, supportPhone, supportEmail } = deps.config;
  const defaults: Known = {
    ...withoutMessages,
    app: {
      ...builtInParams,
      configurations: {
        ...builtInParams.configurations,
        supportPhone: supportPhone ?? null,
        supportEmail,
        strictPrivacy: strictPrivacy === 'on',
      },
    },
  };

  const read = async (): Promise<Known> => {
    const rows = await deps.repo.list();
    let known = defaults;
    // Apply sections last, so that a section overrides the rows for single paths inside it.
    for (const row of rows.toSorted((a, b) => Number(isParamName(a.name)) - Number(isParamName(b.name)))) {
      const { name, value } = row;
      const next = isParamName(name) ? withSection(known, name, value) : withPath(known, name, value);
      if (next) known = next;
      else
        deps.log.warn({ param: name }, 'ignoring an application parameter that does not match the contract');
    }
    const termsVersion = termsVersionOf(await deps.findLegalVersions());
    // The server uses the setting, so a row must not tell pages another value.
    const { strictPrivacy: setting } = defaults.app.configurations;
    const { app } = known;
    const configurations = { ...app.configurations, termsVersion, strictPrivacy: setting };
    return { ...known, app: { ...app, configurations } };
  };

  const load = async (seen: number): Promise<Known> => {
    const known = await read();
    if (seen === change) cached = { known, at: deps.nowMs() };
    return known;
  };

  const getKnown = async (): Promise<Known> => {
    unsubscribe ??= deps.events.subscribe('params', 'all', () => void refresh());
    if (cached && deps.nowMs() - cached.at < cacheTtlMs) return cached.known;
    if (loading?.change !== change) {
      const started = { change, known: load(change) };
      loading = started;
      const end = () => {
        if (loading === started) loading = undefined;
      };
      started.known.then(end, end);
    }
    return loading.known;
  };

  /** Resolves once this process uses the changed parameters, or failed to read them. */
  const refresh = async (): Promise<void> => {
    change += 1;
    if (cached) cached = { ...cached, at: Number.NEGATIVE_INFINITY };
    for (let seen = -1; seen !== change;) {
      seen = change;
      await getKnown().catch(() => undefined);
    }
  };

  const currentKnown = (): Known => {
    if (!cached || deps.nowMs() - cached.at >= cacheTtlMs) getKnown().catch(() => undefined);
    return cached?.known ?? defaults;
  };

  return {
    get: async (): Promise<AppParams> => (await getKnown()).app,
    getSections: async () => sectionsOf(await read()),
    builtInSections: sectionsOf(defaults),
    refresh,
    /**
     * Returns the last parameters read, or the built-in parameters before the first read. Does not wait,
     * because pages must load while the database is down. An expired value is refreshed in the background.
     */
    current: (): AppParams => currentKnown().app,
    /** Like `current`, but waits for the first read; used by messages. */
    async latest(): Promise<Known> {
      if (!cached) await getKnown().catch(() => undefined);
      return currentKnown();
    },
  };
}

function withPath(known: Known, path: string, value: unknown): Known | undefined {
  const app = withValue(known.app, path, value);
  return app !== undefined && Value.Check(AppParamsShape, app) ? { ...known, app } : undefined;
}

function withValue(params: AppParams, path: string, value: unknown): unknown {
  const [group = '', name, ...rest] = path.split('.');
  if (name === undefined || rest.length > 0 || !Object.hasOwn(params, group)) return undefined;
  const groups = new Map<string, object>(Object.entries(params));
  const old = groups.get(group) ?? {};
  if (!Object.hasOwn(old, name)) return undefined;
  return { ...params, [group]: { ...old, [name]: value } };
}

export type AppParamsService = ReturnType<typeof createAppParamsService>;
