import type { CDPSession, Page } from '@playwright/test';

export type Authenticator = {
  /** Sets whether the simulated user touches the device as soon as it asks. Otherwise requests wait. */
  touches: (isAutomatic: boolean) => Promise<void>;
  count: () => Promise<number>;
};

/** Gives the page a built-in authenticator that verifies its user, like a phone's fingerprint reader. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  return {
    touches: async (isAutomatic) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isAutomatic });
    },
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
