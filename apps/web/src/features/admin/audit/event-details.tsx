import { requiredChecks } from '@vid/contract/checks';
import { auditDetailNames } from '@vid/contract/messages/audit-details';
import { keysOf, profileFields } from '@vid/contract/profile-fields';
import { providerNames } from '#session/social/providers.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { PlainKey, Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { DataList } from '#shared/ui/page/page.tsx';
import { type AuditDetail, Person } from './audit-log.tsx';
import { auditGroups, kindText, methodText, reasonText } from './event-texts.ts';

type Detail = AuditDetail['details'][number];

export function EventDetails({ event }: { event: AuditDetail }) {
  const { kind, details } = event;
  const t = useT();
  return (
    <DataList
      items={Object.fromEntries(
        details.map((detail) => [
          // An application with a known name has the label `application`, because its name replaces the id.
          labelOf(nameIn(event.applications, detail) === null ? detail.name : 'application', t),
          isAccount(kind, detail, details) ? (
            <Person person={{ id: detail.value, name: nameIn(event.accounts, detail) }} />
          ) : nameIn(event.applications, detail) !== null ? (
            <TextLink isPlain to={pathTo(areaPaths.adminApplication, { appId: detail.value })}>
              <bdi className="wrap-anywhere">{nameIn(event.applications, detail)}</bdi>
            </TextLink>
          ) : detail.name === 'checks' ? (
            <Checks codes={detail.value.split(',')} />
          ) : (
            <bdi className="wrap-anywhere">{valueText(event, detail, t)}</bdi>
          ),
        ]),
      )}
    />
  );
}

const nameIn = (named: AuditDetail['accounts'], { value }: Pick<Detail, 'value'>): string | null =>
  named.find(({ id }) => id === value)?.name ?? null;

function Checks({ codes }: { codes: readonly string[] }) {
  const t = useT();
  return (
    <ul className="grid gap-1">
      {codes.map((code) => {
        const known = Object.values(requiredChecks)
          .flat()
          .find((check) => check === code);
        return <li key={code}>{known === undefined ? code : t(`admin.check.${known}`)}</li>;
      })}
    </ul>
  );
}

/**
 * Returns whether the value is an account id. The detail's name decides, because a role's code, a file's name or a
 * reason may also begin with `acc_`.
 */
function isAccount(kind: string, { name, value }: Detail, details: readonly Detail[]): boolean {
  // True if an administrator searched for the affected accounts by an actor, whose id is then the value.
  const isFoundBy = details.some((other) => other.name === 'how' && other.value === 'actor');
  const names =
    kind === 'application.handed-over'
      ? ['from', 'to']
      : kind === 'incident.accounts-added' && isFoundBy
        ? ['value']
        : ['actor', 'ownerId', 'createdBy'];
  return names.includes(name) && value.startsWith('acc_');
}

function labelOf(name: string, t: Translate): string {
  const known = keysOf(auditDetailNames).find((candidate) => candidate === name);
  return known === undefined ? name : t(`admin.audit.detail.${known}`);
}

type Words = Readonly<Record<string, PlainKey>>;

const documents: Words = { terms: 'privacy.purpose.terms', privacy: 'privacy.purpose.privacy' };

/** Texts of detail values, by the detail's name and then by the value. */
export const eventValues: Readonly<Record<string, Words>> = {
  kind: {
    personal: 'admin.accounts.kind.personal',
    enterprise: 'admin.accounts.kind.enterprise',
    web: 'admin.application.client.web',
    spa: 'admin.application.client.spa',
    native: 'admin.application.client.native',
    machine: 'admin.application.client.machine',
    correction: 'privacy.request.kind.correction',
    restriction: 'privacy.request.kind.restriction',
    objection: 'privacy.request.kind.objection',
    access: 'privacy.request.kind.access',
    other: 'privacy.request.kind.other',
  },
  purpose: {
    ...documents,
    marketing: 'privacy.purpose.marketing',
    signup: 'admin.audit.method.sign-up',
    signin: 'admin.audit.value.signIn',
    'forget-password': 'admin.audit.value.forgetPassword',
    social: 'admin.audit.method.social',
    'phone-change': 'admin.audit.value.phoneChange',
    recovery: 'admin.audit.method.recovery',
    reauthenticate: 'admin.audit.method.reauthenticate',
  },
  document: documents,
  channel: {
    support: 'admin.audit.value.support',
    code: 'admin.audit.value.recoveryCode',
    phone: 'admin.audit.detail.phone',
    mail: 'account.email',
  },
  change: {
    'grant-admin': 'admin.approval.grant-admin',
    'withdraw-admin': 'admin.approval.withdraw-admin',
    'recover-account': 'admin.approval.recover-account',
    'export-hashes': 'admin.approval.export-hashes',
    lock: 'admin.audit.value.lock',
    unlock: 'admin.audit.value.unlock',
    'end-sessions': 'admin.audit.value.endSessions',
    'set-role': 'admin.audit.value.setRole',
    remove: 'admin.audit.value.remove',
  },
  by: {
    import: 'admin.audit.value.import',
    owner: 'admin.audit.value.owner',
    link: 'admin.audit.value.link',
    session: 'admin.audit.value.session',
    seeds: 'admin.audit.value.seeds',
    operator: 'admin.audit.value.operator',
    mail: 'account.email',
    sms: 'admin.audit.value.sms',
    none: 'admin.audit.value.none',
  },
  status: {
    active: 'admin.accounts.status.active',
    locked: 'admin.accounts.status.locked',
    done: 'admin.audit.value.done',
    stopped: 'admin.audit.value.stopped',
    undone: 'admin.audit.value.undone',
  },
  severity: {
    low: 'admin.incidents.severity.low',
    medium: 'admin.incidents.severity.medium',
    high: 'admin.incidents.severity.high',
  },
  access: { open: 'admin.applications.access.open', restricted: 'admin.applications.access.restricted' },
  page: { next: 'list.next' },
  formerEnds: {
    now: 'admin.audit.value.now',
    '1h': 'admin.audit.value.1h',
    '24h': 'admin.audit.value.24h',
    '7d': 'admin.audit.value.7d',
  },
  how: {
    phone: 'admin.incidents.how.phone',
    address: 'admin.incidents.how.address',
    actor: 'admin.incidents.how.actor',
    'sign-in': 'admin.incidents.how.sign-in',
    application: 'admin.incidents.how.application',
  },
};

/** VID's own roles. Applications choose the codes of their roles. */
const roles: Words = { user: 'admin.accounts.role.user', admin: 'admin.accounts.role.admin' };
/** Details that contain the code of an application's role. In events of `roleKinds`, `role` contains a role of VID. */
const roleNames: readonly string[] = ['role', 'newRole', 'moveTo'];
const roleKinds: readonly string[] = ['account.created', 'accounts.list-exported'];

const sections: Words = {
  brand: 'admin.params.brand',
  contact: 'admin.params.contact',
  slides: 'admin.params.slides',
  objects: 'admin.params.objects',
  provinces: 'admin.params.provinces',
  messages: 'admin.params.messages',
  zns: 'admin.params.zns',
};

const changedFields: Words = Object.fromEntries(
  profileFields.map(({ auditName, name }) => [auditName, `account.${name}` as const]),
);

const flags: Words = { true: 'admin.audit.yes', false: 'admin.audit.no', null: 'common.none' };

const isTime = (value: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value);

function wordOf(value: string, words: Words | undefined, t: Translate): string {
  const key = words?.[value];
  return key === undefined ? value : t(key);
}

function valueText(event: AuditDetail, { name, value }: Detail, t: Translate): string {
  const { kind } = event;
  if (name === 'reason') return reasonText({ kind, reason: value }, t);
  if (name === 'method') return methodText(value, t);
  if (isTime(value)) return formatDateTime(value, { withSeconds: true });
  if (Object.hasOwn(flags, value)) return wordOf(value, flags, t);
  if (name === 'provider') return Object.entries(providerNames).find(([id]) => id === value)?.[1] ?? value;
  if (name === 'group') {
    const group = auditGroups.find((candidate) => candidate === value);
    return group === undefined ? value : t(`admin.audit.group.${group}`);
  }
  if (name === 'kind' && kind.startsWith('audit.')) return kindText(value, t);
  if (name === 'role' && roleKinds.includes(kind)) return wordOf(value, roles, t);
  if (roleNames.includes(name)) return nameIn(event.roles, { value }) ?? value;
  if (name === 'name' && kind.startsWith('params.')) return wordOf(value, sections, t);
  if (name === 'fields' && kind === 'profile.changed')
    return value
      .split(',')
      .map((field) => wordOf(field, changedFields, t))
      .join(', ');
  return wordOf(value, eventValues[name], t);
}
