import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';

type Permission = DataOf<Endpoints['POST /vid/api/apps/:appId/permissions/search']>['items'][number];
type Detail = DataOf<Endpoints['GET /vid/api/apps/:appId/permissions/:permissionId']>;

export const permissionLine = ({ phone, role, status, name }: Permission): string =>
  `${phone ?? '(released)'}  ${role}  ${status}  ${name ?? ''}`.trimEnd();

/** Describes a permission and its changes by managers, newest first. */
export function describePermission(permission: Detail): string {
  const { createdAt, createdBy, lastUsedAt, history } = permission;
  const facts = [
    ['added', `${createdAt}${by(createdBy)}`],
    ['last used', lastUsedAt ?? 'never'],
    ...history.map((event) => [
      'history',
      `${event.at}  ${[event.kind, event.role ?? ''].join(' ').trimEnd()}${by(event.by)}`,
    ]),
  ];
  return [
    permissionLine(permission),
    ...facts.map(([label = '', value]) => `  ${label.padEnd(11)}${value}`),
  ].join('\n');
}

const by = (name: string | null): string => (name === null ? '' : ` by ${name}`);
