import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatTaxCode } from '@vid/contract/tax-code';
import { useState } from 'react';
import { dot } from '#shared/i18n/format.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Field, useControl } from '#shared/ui/fields/field.tsx';
import { useAllProvinces } from '#state/labels.ts';
import type { Certificate } from './certificate-values.ts';

type Found = Answer<'GET /vid/api/users/employers'>[number];

const minLength = 2;
/** Pause in typing, in milliseconds, before the search starts. */
const pauseMs = 200;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('typed on', 'AbortError'));
    });
  });

/** Searches verified enterprises while the member types a name. A newer text cancels the search for an earlier one. */
function useFoundEmployers(name: string) {
  return useQuery({
    queryKey: ['users', 'employers', name],
    enabled: name.length >= minLength,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      await pause(signal);
      return api.get('/vid/api/users/employers', { query: { name }, signal, isRepeatable: true });
    },
  });
}

/**
 * Field for an employer: a verified enterprise found by its name, or any other text. The form's value is the code of a
 * chosen enterprise, or the typed text.
 */
export function EmployerField({ label, saved }: { label: string; saved: Certificate['employer'] }) {
  const t = useT();
  const hint = t('profile.certificate.employer.hint');
  const ids = useControl({ name: 'employer', label, hint });
  const provinces = useAllProvinces();
  const [text, setText] = useState(saved?.name ?? saved?.referralCode ?? '');
  const [code, setCode] = useState(saved?.referralCode ?? null);
  const typed = code === null ? text.trim() : '';
  const search = useFoundEmployers(typed);
  const found: readonly Found[] = typed.length < minLength ? [] : (search.data ?? []);
  const isEmpty =
    typed.length >= minLength && search.isSuccess && !search.isPlaceholderData && found.length === 0;
  return (
    <Field ids={ids} label={label} hint={hint} isOptional>
      <Autocomplete.Root
        // Base UI's popup hides the rest of the form from screen readers, and has buttons with English names.
        inline
        items={found}
        filter={null}
        value={text}
        itemToStringValue={({ name }: Found) => name}
        onValueChange={(next, { reason }) => {
          setText(next);
          if (reason !== 'item-press') setCode(null);
        }}
      >
        <Autocomplete.Input
          {...ids.control}
          className="control rtl:text-right"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        {/* The list is hidden without results, so a status inside it would not be announced. */}
        <Autocomplete.Status className="sr-only">
          {found.length > 0 && t('profile.certificate.employer.found', { count: found.length })}
        </Autocomplete.Status>
        <div
          className={cx(
            'mt-2 rounded-control border border-line bg-card p-2',
            found.length === 0 && !isEmpty && 'hidden',
          )}
        >
          <output className="block px-3 py-2 text-sm text-muted empty:hidden">
            {isEmpty && t('profile.certificate.employer.none')}
          </output>
          <Autocomplete.List aria-label={label}>
            {(item: Found) => (
              <Autocomplete.Item
                key={item.taxCode}
                value={item}
                onClick={() => setCode(item.taxCode)}
                className="grid min-h-11 cursor-pointer content-center rounded-md px-3 py-2 outline-none data-highlighted:bg-soft"
              >
                <bdi className="wrap-anywhere">{item.name}</bdi>
                <span className="text-sm text-muted">
                  <bdi dir="ltr" className="digits">
                    {formatTaxCode(item.taxCode)}
                  </bdi>
                  {item.province !== null &&
                    `${dot}${provinces.find(({ value }) => value === item.province)?.label ?? item.province}`}
                </span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
      <input type="hidden" name="employer" value={code ?? text} readOnly />
    </Field>
  );
}
