import type { ApplicationRow } from '#sso/applications/application.repo.ts';

/** An application as VID's screens name it. */
export function toSsoApplication({ code, name, logo, isFirstParty }: ApplicationRow) {
  return { code, name, logo, isFirstParty };
}
