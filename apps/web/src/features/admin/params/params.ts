import { useMutation } from '@tanstack/react-query';
import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { api } from '#shared/api/api.ts';
import { useRefresh } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { categoryEvents } from '#state/category.ts';
import type { BrandColours } from '@vid/contract/brand/contrast';
import { colourStyle } from '@vid/contract/brand/style';

/** The app's style sheet is in a layer and the server's is not, so `revert-layer` restores the built-in colours. */
const builtIn = ['brand', 'brand-hover', 'soft', 'panel', 'panel-deep']
  .map((name) => `--color-${name}:revert-layer`)
  .join(';');

let sheet: CSSStyleSheet | undefined;

/** Applies saved colours in this tab, because the page's style sheet still has the previous colours. */
function showColours(colours: BrandColours | null): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(colours ? colourStyle(colours) : `:root,:root[data-theme=dark]{${builtIn}}`);
}

export type Params = Answer<'GET /vid/api/admin/params'>;
export type ParamChange = Answer<'GET /vid/api/admin/params/:name/history'>['items'][number];

type Save = { readonly version: number; readonly value: ParamValues[ParamName] };

/** Saves a section. Fails with PARAMS_CHANGED if the section no longer has the given version. */
export function useSaveParam(name: ParamName) {
  return useParamsChange((body: Save) => api.put('/vid/api/admin/params/:name', { params: { name }, body }));
}

/** Restores the version `to`. Fails with PARAMS_CHANGED if the section no longer has the given version. */
export function useRestoreParam(name: ParamName) {
  return useParamsChange((body: { readonly version: number; readonly to: number }) =>
    api.post('/vid/api/admin/params/:name/restore', { params: { name }, body }),
  );
}

/** Reloads the sections after a change, and the parameters that the page itself uses. */
function useParamsChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const refresh = useRefresh('admin/params');
  const onSettled = async () => {
    await refresh();
    const loaded = await api.get('/vid/gateway/app/params', { isRepeatable: true }).catch(() => undefined);
    // If the parameters cannot be loaded, the page keeps the previous parameters.
    if (!loaded) return;
    categoryEvents.paramsLoaded(loaded);
    showColours(loaded.configurations.colours);
  };
  return useMutation({ mutationFn, onSettled });
}
