import { createPasskeyRepo } from '#account/passkeys/passkey.repo.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createAssertions } from './assertions.ts';
import { createChallenges } from './challenges.ts';
import { createPasskeySignInService } from './passkey-sign-in.service.ts';
import { registerPasskeyRoutes } from './passkey.routes.ts';
import { createPasskeysService, type PasskeysService } from './passkeys.service.ts';
import { createSessionPasskey, type SessionPasskey } from './session-passkey.ts';

export function createPasskeyModule(
  deps: SignIn,
): Module & { readonly passkeys: PasskeysService; readonly sessionPasskey: SessionPasskey } {
  const { completion, sessions } = deps;
  const repo = createPasskeyRepo(deps.sql);
  const challenges = createChallenges(deps);
  const assertions = createAssertions({ ...deps, repo, challenges });
  const passkeySignIn = createPasskeySignInService({ ...deps, challenges, assertions });
  const passkeys = createPasskeysService({ ...deps, repo, challenges });
  return {
    passkeys,
    sessionPasskey: createSessionPasskey({ challenges, assertions }),
    routes: (route) => registerPasskeyRoutes(route, { passkeySignIn, passkeys, completion, sessions }),
  };
}
