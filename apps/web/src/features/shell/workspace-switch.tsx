import type { RefObject } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import type { Workspace } from '#navigation/menu/menu.ts';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Menu, MenuLink, MenuSeparator } from '#shared/ui/overlays/menu.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { useWorkspaces } from './shell-menu.ts';

const icons = { account: 'user', administration: 'settings', application: 'apps' } as const;

/** Maximum number of applications in the list. The page of all applications shows the rest. */
const maxShown = 8;

type Props = {
  container: RefObject<HTMLElement | null>;
  isRail?: boolean;
  isFitted?: boolean;
  onFollow?: () => void;
};

/**
 * Switches between the account, the administration and the applications. Renders nothing for an account with a single
 * workspace.
 */
export function WorkspaceSwitch({ container, isRail = false, isFitted = false, onFollow }: Props) {
  const workspaces = useWorkspaces();
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  if (workspaces.length < 2 || !current) return null;
  const own = workspaces.filter(({ kind }) => kind !== 'application');
  const apps = workspaces.filter(({ kind }) => kind === 'application');
  return (
    <Menu
      align="start"
      container={container}
      isFitted={isFitted}
      trigger={
        <button
          type="button"
          className={cx(
            'flex min-h-11 w-full min-w-0 items-center gap-2 rounded-control border border-field bg-card px-3 text-start text-label font-semibold hover:border-ink',
            isRail && 'justify-center',
          )}
        >
          <PageIcon name={icons[current.kind]} className="text-brand" />
          <span className={isRail ? 'sr-only' : 'min-w-0 flex-1 truncate'}>
            <WorkspaceName workspace={current} isCurrent />
          </span>
          {!isRail && <PageIcon name="down" className="size-4 text-muted" />}
        </button>
      }
    >
      {own.map((workspace) => (
        <WorkspaceLink key={workspace.id} workspace={workspace} onFollow={onFollow} />
      ))}
      {apps.length > 0 && <MenuSeparator />}
      {apps.slice(0, maxShown).map((workspace) => (
        <WorkspaceLink key={workspace.id} workspace={workspace} onFollow={onFollow} />
      ))}
      {apps.length > maxShown && (
        <MenuLink icon="list" to={areaPaths.apps} onClick={onFollow} text="shell.workspace.all" />
      )}
    </Menu>
  );
}

type LinkProps = { workspace: Workspace; onFollow: (() => void) | undefined };

function WorkspaceLink({ workspace, onFollow }: LinkProps) {
  const { kind, path, isCurrent } = workspace;
  return (
    <MenuLink
      icon={isCurrent ? 'check' : icons[kind]}
      to={path}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onFollow}
    >
      <span className={cx('min-w-0 wrap-anywhere', isCurrent && 'font-semibold')}>
        <WorkspaceName workspace={workspace} />
      </span>
    </MenuLink>
  );
}

/** Shows a workspace's name. With `isCurrent`, screen readers also hear what the button does. */
function WorkspaceName({ workspace, isCurrent = false }: { workspace: Workspace; isCurrent?: boolean }) {
  const { kind, id, name, messageId } = workspace;
  const t = useT();
  if (kind === 'application' && name === undefined) return <OpenedName appId={id} isCurrent={isCurrent} />;
  return <Name name={name ?? t(messageId)} isCurrent={isCurrent} />;
}

function OpenedName({ appId, isCurrent }: { appId: string; isCurrent: boolean }) {
  const t = useT();
  const { data } = useRead('GET /vid/api/apps/:appId', { params: { appId } });
  return <Name name={data?.name ?? t('shell.group.application')} isCurrent={isCurrent} />;
}

function Name({ name, isCurrent }: { name: string; isCurrent: boolean }) {
  const t = useT();
  if (!isCurrent) return <bdi>{name}</bdi>;
  return (
    <>
      <bdi aria-hidden="true">{name}</bdi>
      <span className="sr-only">{t('shell.workspace.switch', { name })}</span>
    </>
  );
}
