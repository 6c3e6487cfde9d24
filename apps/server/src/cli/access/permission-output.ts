import type { Data } from '@vid/contract/endpoints/index';
import { factLines, type Fact } from '#cli/command.ts';

type Permission = Data<'POST /vid/api/apps/:appId/permissions/search'>['items'][number];
type Detail = Data<'GET /vid/api/apps/:appId/permissions/:permissionId'>;

export const permissionLine = ({ phone, role, status, name }: Permission): string =>
  `${phone ?? '(released)'}  ${role}  ${status}  ${name ?? ''}`.trimEnd();

export function describePermission(permission: Detail): string {
  const { createdAt, createdBy, lastUsedAt, history } = permission;
  const facts: readonly Fact[] = [
    ['added', `${createdAt}${by(createdBy)}`],
    ['last used', lastUsedAt ?? 'never'],
    ...history.map(({ at, kind, role, by: manager }): Fact => {
      return ['history', `${at}  ${`${kind} ${role ?? ''}`.trimEnd()}${by(manager)}`];
    }),
  ];
  return [permissionLine(permission), ...factLines(facts, 11)].join('\n');
}

const by = (name: string | null): string => (name === null ? '' : ` by ${name}`);
