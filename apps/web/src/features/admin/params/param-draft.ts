import type { ParamName } from '@vid/contract/endpoints/admin/params';
import type { LegalDocument } from '@vid/contract/legal/legal-text';
import * as v from 'valibot';
import { onSessionEnded } from '#session/session.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { persistPrefix, removeFromTab } from '#state/persistence/persisted-slice.ts';

const key = `${persistPrefix}param-drafts`;
/** A section of the parameters, or a legal document. */
type DraftName = ParamName | `legal-${LegalDocument}`;
/** The values, and the version of the section that they are based on. */
export type ParamDraft = { readonly values: RawValues; readonly version: number };
const schema = v.record(
  v.string(),
  v.object({ values: v.record(v.string(), v.string()), version: v.number() }),
);

function read(): Record<string, ParamDraft> {
  try {
    const parsed = v.safeParse(schema, JSON.parse(sessionStorage.getItem(key) ?? '{}'));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
}

/** The unsaved values of a section, which the tab keeps until they are saved or the session ends. */
export function findDraft(name: DraftName): ParamDraft | undefined {
  return read()[name];
}

/** Keeps the unsaved values of a section; undefined drops them. */
export function keepDraft(name: DraftName, draft: ParamDraft | undefined): void {
  const { [name]: _former, ...others } = read();
  try {
    sessionStorage.setItem(key, JSON.stringify(draft ? { ...others, [name]: draft } : others));
  } catch {
    // The tab cannot store the draft. The form still has it.
  }
}

onSessionEnded(() => removeFromTab(key));
