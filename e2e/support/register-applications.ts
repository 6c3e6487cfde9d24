import { configOf, takeEnvironment } from '../../apps/server/src/process/environment.ts';
import { withDeps } from '../../apps/server/src/cli/database.ts';
import type { ApplicationToRegister } from './applications.ts';

/** Registers the applications given as a JSON argument, while the server under test is running. */
const wanted: ApplicationToRegister[] = JSON.parse(process.argv[2] ?? '[]');
await withDeps(configOf(takeEnvironment()), async ({ accounts, applications }) => {
  for (const application of wanted) {
    const { code, name, isFirstParty, access, redirectUri, postLogoutUri, kind = 'spa', logo } = application;
    const { requiresName = false } = application;
    const owner = application.owner === undefined ? null : await accounts.findByPhone(application.owner);
    await applications.add({ code, name, isFirstParty, access, logo, ...(owner && { ownerId: owner.id }) });
    await applications.addClient(code, {
      clientId: `${code}-web`,
      kind,
      redirectUris: [redirectUri],
      postLogoutUris: [postLogoutUri],
      requiresName,
    });
    if (application.mayEnter === undefined) continue;
    const account = await accounts.findByPhone(application.mayEnter);
    if (account) await applications.grant(code, account.id, 'editor');
  }
});
