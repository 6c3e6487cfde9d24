import * as v from 'valibot';
import { useAuth } from '#state/auth.ts';

const lineSchema = v.object({
  line: v.number(),
  raw: v.string(),
  phone: v.string(),
  sameAs: v.nullable(v.number()),
  /** The outcome `same` means that the line was not sent, because an earlier line has the same phone number. */
  outcome: v.picklist(['added', 'already', 'locked', 'no-account', 'invalid', 'same']),
});
const schema = v.object({
  accountId: v.string(),
  appId: v.string(),
  role: v.fallback(v.string(), ''),
  phones: v.fallback(v.string(), ''),
  report: v.fallback(v.nullable(v.object({ role: v.string(), lines: v.array(lineSchema) })), null),
});

export type ReportLine = v.InferOutput<typeof lineSchema>;

/** The text that a manager has typed on the page that adds people, and the report of the last call. */
export type KeptEntry = Omit<v.InferOutput<typeof schema>, 'accountId' | 'appId'>;

const nothing: KeptEntry = { role: '', phones: '', report: null };

/**
 * Reads the entry from the browser's history, where it survives a reload, because the browser's storage must not
 * contain phone numbers (ADR 24). Returns an empty entry if the history has none of this account and application.
 */
export function readKeptEntry(appId: string): KeptEntry {
  const found: unknown = history.state;
  const parsed = v.safeParse(v.object({ addPeople: schema }), found);
  if (!parsed.success) return nothing;
  const { addPeople } = parsed.output;
  const isOwn = addPeople.accountId === useAuth.getState().user?.id && addPeople.appId === appId;
  return isOwn ? addPeople : nothing;
}

export function writeKeptEntry(appId: string, entry: KeptEntry): void {
  const accountId = useAuth.getState().user?.id;
  if (accountId === undefined) return;
  try {
    history.replaceState({ ...history.state, addPeople: { ...entry, accountId, appId } }, '');
  } catch {
    // Safari limits how often a page may call `replaceState`. The next change stores the current text.
  }
}
