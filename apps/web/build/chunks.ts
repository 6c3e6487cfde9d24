import { join } from 'node:path';

const source = (path: string): string => join(import.meta.dirname, '..', 'src', path);
const pathsOf = (...patterns: readonly string[]): RegExp => new RegExp(`/src/(?:${patterns.join('|')})`, 'u');

type Chunk = {
  readonly name: string;
  /** Entry module; the chunk contains it and its static imports, except those in an earlier chunk. */
  readonly entry?: string;
  /** Matches more modules that the chunk contains, with their imports that are in no earlier chunk. */
  readonly pattern?: RegExp;
};

/**
 * Chunks that several pages share. A module belongs to the first chunk that needs it, so a chunk comes after the chunks
 * that it imports. Without this list, the bundler would make a chunk of every module that two pages share, and a page
 * would need dozens of separately compressed files.
 */
const chunks = [
  { name: 'start', entry: source('../index.html') },
  { name: 'start-sso', entry: source('features/sso/flow/sso-run.ts') },
  // React DOM, the routes, and the modules that both the sign-in page and the shell use.
  {
    name: 'view',
    entry: source('app/view.tsx'),
    pattern: pathsOf(
      'navigation/lazy-part',
      'session/(?:passkey/this-browser|social/providers)',
      'shared/forms/values',
      'shared/lib/browser/in-app-browser',
    ),
  },
  {
    name: 'form',
    pattern: pathsOf(
      'shared/forms/(?:form|rules|field-refusal)\\.',
      'shared/lib/has-accents',
      'shared/ui/fields/(?:checkbox|field|password-field|text-field)\\.',
    ),
  },
  { name: 'sign-in', entry: source('features/sign-in/password-sign-in/sign-in.page.tsx') },
  // Small modules that pages before and behind the sign-in share. A page before the sign-in must not load the whole
  // shell.
  { name: 'parts', pattern: pathsOf('shared/(?:hooks/use-call|i18n/rich|ui/display/phone-text)') },
  { name: 'request-code', pattern: pathsOf('features/sign-in/otp/request-code') },
  { name: 'format', pattern: pathsOf('shared/i18n/(?:format|device-name)', 'shared/lib/fold-text') },
  { name: 'avatar', pattern: pathsOf('shared/ui/display/avatar') },
  {
    name: 'kit',
    pattern: pathsOf('navigation/area-paths', 'session/reauthenticate\\.', 'shared/lib/browser/when-idle'),
  },
  // The frame of the pages behind the sign-in, and the modules that most of these pages use.
  {
    name: 'shell-layout',
    entry: source('features/shell/shell-layout.tsx'),
    pattern: pathsOf(
      'features/member/(?:referral-code|hold-notice|profile-state)',
      'navigation/area-page',
      'shared/forms/(?:error-summary|form-buttons|save-row)',
      'shared/hooks/use-focus-after-removal',
      'shared/i18n/member-loaders',
      'shared/lib/browser/save-file',
      'shared/ui/(?:display/(?:badge|person|values)|page/|list/more-button|feedback/(?:copy-text|load-state))',
      'state/labels',
      'tax-code\\.',
    ),
  },
  // Buttons that open a dialog before a change. The code of the dialogs loads after the page is shown.
  { name: 'questions', pattern: pathsOf('features/admin/reason-dialog', 'session/action-dialog') },
  {
    name: 'member-form',
    pattern: pathsOf('shared/ui/fields/(?:select|text-area)-field'),
  },
  // The period dialog is excluded, because it loads when the user opens it.
  { name: 'lists', pattern: pathsOf('shared/ui/list/(?!period-dialog)') },
  { name: 'sms', pattern: pathsOf('endpoints/admin/sms-shapes', 'features/admin/sms/duration') },
  {
    name: 'captcha',
    pattern: pathsOf('features/sign-in/captcha/(?:captcha-|use-captcha|proof-of-work\\.ts)'),
  },
  {
    name: 'code',
    pattern: pathsOf(
      'features/sign-in/otp/(?:code-form|enter-code|sms-code-form)',
      'shared/ui/fields/otp-field',
    ),
  },
  {
    name: 'new-password',
    pattern: pathsOf(
      'shared/forms/account-rules',
      'shared/lib/password-rules',
      'shared/ui/fields/new-password-field',
    ),
  },
] as const satisfies readonly Chunk[];

export type ChunkName = (typeof chunks)[number]['name'];

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };
type Group = {
  readonly debugName: string;
  readonly priority: number;
  readonly name: (id: string, graph: Graph) => string | null;
};

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

export function chunkGroups(): Group[] {
  return chunks.map(({ name, entry, pattern }: Chunk, index) => {
    let closure: ReadonlySet<string> | undefined;
    return {
      debugName: name,
      // The bundler forms chunks of a higher priority first.
      priority: chunks.length - index,
      name(id, graph) {
        closure ??= entry === undefined ? new Set() : staticClosure(entry, graph);
        return closure.has(id) || pattern?.test(id) === true ? name : null;
      },
    };
  });
}
