import { type FormEvent, useEffect, useState } from 'react';
import * as v from 'valibot';
import type { FormHandle } from '#shared/forms/form.tsx';
import { type RawValues, readValues } from '#shared/forms/values.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { selectSessionToken, useAuth } from '#state/auth.ts';
import { draftsKey } from './kept-drafts.ts';
import { onSessionEnded } from './session.ts';

type Draft = { readonly values: RawValues; readonly version: number };
/** `sessionToken` is the public id of the session in which the values were typed. */
type Drafts = { readonly sessionToken: string | null; readonly forms: Readonly<Record<string, Draft>> };

const none: Drafts = { sessionToken: null, forms: {} };

/** Returns the schema of a record. Importing `v.record` would enlarge the chunk that every visit loads. */
function recordOf<Entry>(entry: v.GenericSchema<Entry>) {
  return v.custom<Record<string, Entry>>(
    (value) => isRecord(value) && Object.values(value).every((item) => v.is(entry, item)),
  );
}

const stored = v.strictObject({
  sessionToken: v.nullable(v.string()),
  forms: recordOf(v.strictObject({ values: recordOf(v.string()), version: v.number() })),
});

function restore(): Drafts {
  try {
    const parsed = v.safeParse(stored, JSON.parse(sessionStorage.getItem(draftsKey) ?? 'null'));
    return parsed.success ? parsed.output : none;
  } catch {
    return none;
  }
}

let drafts = restore();

const currentSession = (): string | null => selectSessionToken(useAuth.getState());

export function findDraft(name: string): Draft | undefined {
  return drafts.sessionToken === currentSession() ? drafts.forms[name] : undefined;
}

/** Stores the unsaved values of a form; undefined drops them. Returns false if the tab cannot store them. */
export function keepDraft(name: string, draft: Draft | undefined): boolean {
  const sessionToken = currentSession();
  const { [name]: _former, ...others } = drafts.sessionToken === sessionToken ? drafts.forms : {};
  drafts = { sessionToken, forms: draft === undefined ? others : { ...others, [name]: draft } };
  try {
    sessionStorage.setItem(draftsKey, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

onSessionEnded(() => {
  drafts = none;
});

function differ(saved: RawValues, typed: RawValues): boolean {
  const fields = new Set([...Object.keys(saved), ...Object.keys(typed)]);
  return [...fields].some((field) => saved[field] !== typed[field]);
}

/**
 * Returns the draft of a form, which keeps the typed values until the user saves or discards them, across navigation
 * and reloads. The draft ends with the session. `saved` are the stored values and `version` is their version.
 */
export function useDraft(
  name: string,
  saved: RawValues,
  { version = 0, isChanged = differ }: { version?: number; isChanged?: typeof differ } = {},
) {
  const [kept] = useState(() => findDraft(name));
  const [typed, setTyped] = useState(kept?.values ?? saved);
  const [isStored, setIsStored] = useState(true);
  // Another version may have been stored since the user began typing.
  const [base, setBase] = useState(kept?.version ?? version);
  const hasDraft = isChanged(saved, typed);
  useUnloadPrompt(hasDraft && !isStored);
  const drop = () => void keepDraft(name, undefined);
  return {
    initial: kept?.values ?? saved,
    /** Whether the form started with a draft from an earlier visit. */
    isRestored: kept !== undefined,
    typed,
    hasDraft,
    base,
    setBase,
    drop,
    follow: (form: FormHandle, onTyped?: () => void): FormHandle => ({
      ...form,
      handlers: {
        ...form.handlers,
        onInput: (input: FormEvent<HTMLFormElement>) => {
          form.handlers.onInput(input);
          if (form.ref.current === null) return;
          const values = readValues(form.ref.current);
          setTyped(values);
          if (isChanged(saved, values)) setIsStored(keepDraft(name, { values, version: base }));
          else drop();
          onTyped?.();
        },
      },
    }),
  };
}

/** Makes the browser ask before it leaves the page. A stored draft needs no question, because it is restored later. */
function useUnloadPrompt(isWanted: boolean): void {
  // Subscribes to the browser's `beforeunload` event.
  useEffect(() => {
    const ask = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    if (isWanted) addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isWanted]);
}
