import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { readReference } from '#shared/lib/reference.ts';
import { readOnce } from '#features/admin/audit/audit-log.tsx';

export type Found = Answer<'GET /vid/api/admin/references/:reference'>;

export function useReference(search: string): Found | undefined {
  const reference = readReference(search);
  const params = { reference: reference ?? '' };
  const { data } = useRead(
    'GET /vid/api/admin/references/:reference',
    { params },
    { ...readOnce, enabled: reference !== null },
  );
  return data;
}
