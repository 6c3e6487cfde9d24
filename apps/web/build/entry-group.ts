import { join } from 'node:path';

const source = (path: string): string => join(import.meta.dirname, '..', 'src', path);

/**
 * The chunks of a first visit, by their names in the build's manifest. `start` decides what to show, `start-sso` runs the
 * sign-on journey, `view` contains React DOM and the sign-in page. A shared module belongs to the first chunk that
 * needs it. The bundler forms chunks in alphabetical order, and each takes its dependencies, so the names must sort in
 * this order.
 */
const groups = [
  { name: 'start', entry: source('main.ts') },
  { name: 'start-sso', entry: source('features/sso/flow/sso-run.ts') },
  { name: 'view', entry: source('app/view.tsx') },
] as const;

export type EntryName = (typeof groups)[number]['name'];

const pathsOf = (...patterns: readonly string[]): RegExp => new RegExp(`/src/(?:${patterns.join('|')})`, 'u');

/**
 * Groups of small modules that several pages share. One chunk per module would make dozens of chunks, each compressed
 * alone and listed in the entry chunk. The bundler puts a module that two groups need into the first of the two, so add
 * a module that many pages use to a group with few dependencies.
 */
const kits = [
  {
    // Most signed-in pages use these modules; signed-out pages use few or none of them.
    name: 'view-kit',
    pattern: pathsOf(
      'shared/ui/page/',
      'shared/ui/(?:badge|page-title|values)\\.',
      'shared/ui/feedback/(?:copy-text|load-state)',
      'shared/ui/fields/select-field',
      // These files import TanStack Query, so its hooks are in this chunk.
      'features/shell/(?:account-queries|use-pending-recovery)',
      'shared/api/(?:queries|read-pages)',
      'shared/ui/list/more-button',
      'state/labels',
      'shared/ui/overlays/(?:menu|dialog|confirm-dialog)',
      'shared/forms/(?:error-summary|form-buttons|save-row)',
      'navigation/menu',
      'features/member/(?:referral-code|hold-notice|profile-state)',
    ),
  },
  {
    name: 'view-captcha',
    pattern: pathsOf(
      'features/sign-in/captcha/(?:captcha-|use-captcha|proof-of-work\\.ts)',
      'features/sign-in/otp/request-code',
    ),
  },
  {
    name: 'view-code',
    pattern: pathsOf('features/sign-in/otp/(?:code-form|sms-code-form)', 'shared/ui/fields/otp-field'),
  },
  {
    name: 'view-account',
    pattern: pathsOf(
      'shared/forms/account-rules',
      'shared/lib/password-rules',
      'shared/ui/fields/new-password-field',
    ),
  },
  {
    // Nearly all pages of the administration and of applications use these small modules. Pages before the sign-in link
    // with them too, and must not load the kit.
    name: 'view-areas',
    pattern: pathsOf(
      'navigation/area-(?:paths|page)',
      'session/admin-start',
      'shared/hooks/use-focus-after-removal',
    ),
  },
  {
    // Several of the other groups need these small modules, so none of those groups may contain them.
    name: 'view-format',
    pattern: pathsOf('shared/i18n/(?:format|device-name)', 'shared/lib/fold-text'),
  },
  {
    // Pages of single sign-on need only this module.
    name: 'view-avatar',
    pattern: pathsOf('shared/ui/avatar'),
  },
  {
    // Pages without a list use this module too, so it is not in the group of lists.
    name: 'view-file',
    pattern: pathsOf('shared/lib/save-file'),
  },
  {
    // All pages with a list share these modules.
    name: 'view-list',
    pattern: pathsOf('shared/ui/list/', 'shared/ui/person\\.tsx'),
  },
  {
    // These modules ask for confirmation before a change.
    name: 'view-kit-action',
    pattern: pathsOf(
      'session/action-dialog',
      'shared/ui/fields/text-area-field',
      'features/admin/reason-dialog',
    ),
  },
  {
    // Small modules that the shell and the first page after a sign-in need. A few pages before the sign-in need one of
    // them, too, and must not load the kit.
    name: 'view-member',
    pattern: pathsOf(
      'session/(?:drafts|reauthenticate)\\.ts',
      'shared/lib/is-typing',
      '(?:tax-code|profile-fields)\\.ts',
    ),
  },
  {
    // Fields that the form of a new account and the profile share.
    name: 'view-profile',
    pattern: pathsOf('shared/ui/fields/choice-cards', 'shared/forms/name-rule'),
  },
  {
    // Modules that the pages before the sign-in share.
    name: 'view-base',
    pattern: pathsOf(
      'shared/hooks/use-call',
      'shared/ui/(?:phone-text|feedback/state-mark|feedback/countdown)',
    ),
  },
] as const;

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };
type Group = { debugName: string; name: (id: string, graph: Graph) => string | null };

function staticClosure(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = found.has(id) ? null : graph.getModuleInfo(id);
    if (!info) continue;
    found.add(id);
    waiting.push(...info.importedIds);
  }
  return found;
}

/**
 * Forces one chunk per group. By default the bundler makes a chunk of every module that two lazy pages share. The first
 * page would need a dozen requests, each compressed separately.
 */
export function entryGroup(): Group {
  let closures: (readonly [name: string, modules: ReadonlySet<string>])[] | undefined;
  return {
    debugName: 'entry',
    name(id, graph) {
      closures ??= groups.map(({ name, entry }) => [name, staticClosure(entry, graph)]);
      return (
        closures.find(([, modules]) => modules.has(id))?.[0] ??
        kits.find(({ pattern }) => pattern.test(id))?.name ??
        null
      );
    },
  };
}
