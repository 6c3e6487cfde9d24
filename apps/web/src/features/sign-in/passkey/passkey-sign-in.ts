import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { passkeyLimits } from '@vid/contract/limits';
import type { RefObject } from 'react';
import { askPasskey, isReplaced, passkeyFailure, signalUnknown } from '#session/passkey/device.ts';
import { sendSignals } from '#session/passkey/this-browser.ts';
import { sessionStarted } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';

/** An autofill request stays open while the page is open, so renew it a minute before its challenge expires. */
const renewMs = (passkeyLimits.challengeTtlSeconds - 60) * 1000;

const flags = { ignore401: true };
const getOptions = () => api.post('/vid/ajax/auth/login/passkey/options', { flags });

type Options = {
  /** Form whose checkbox `remember` applies. The checkbox is read when the user has chosen a passkey. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onFailed: (failure: Error) => void;
};

/**
 * Signs in with a passkey, from a button or from the autofill of the phone field (conditional UI). The page's access
 * rule redirects once the session has started.
 */
export function createPasskeySignIn({ form, onFailed }: Options) {
  let isStopped = false;
  /** True while the browser's passkey window may be open, which an autofill request would close. */
  let isAsking = false;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  const send = async (passkey: Awaited<ReturnType<typeof askPasskey>>): Promise<void> => {
    const box = form.current?.elements.namedItem('remember');
    const remember = !(box instanceof HTMLInputElement) || box.checked;
    try {
      sessionStarted(await api.post('/vid/ajax/auth/login/passkey', { body: { passkey, remember }, flags }));
      sendSignals();
    } catch (error) {
      if (failedWith(error, 'PASSKEY_UNKNOWN')) signalUnknown(passkey.id);
      throw error;
    }
  };

  /** Returns the passkey that the user chooses in the autofill; null without a choice. */
  const waitForChoice = async () => {
    clearTimeout(renewal);
    try {
      if (isStopped || !(await browserSupportsWebAuthnAutofill())) return null;
      const options = await getOptions();
      if (isStopped || isAsking) return null;
      const choice = askPasskey(options, 'autofill');
      // The timer starts a new autofill request, which replaces the open request.
      renewal = setTimeout(() => void offer(), renewMs);
      return await choice;
    } catch (error) {
      // Show no error, because the user has not requested a passkey.
      if (!isReplaced(error)) clearTimeout(renewal);
      return null;
    }
  };

  const offer = async (): Promise<void> => {
    const passkey = await waitForChoice();
    if (passkey === null) return;
    try {
      await send(passkey);
    } catch (error) {
      onFailed(await passkeyFailure(error));
      await offer();
    }
  };

  return {
    offer,

    /** Opens the browser's passkey window. Resolves when the user is signed in or the attempt has failed. */
    async ask(): Promise<void> {
      clearTimeout(renewal);
      isAsking = true;
      try {
        await send(await askPasskey(await getOptions()));
      } catch (error) {
        isAsking = false;
        if (isStopped) return;
        onFailed(await passkeyFailure(error));
        void offer();
      }
    },

    stop(): void {
      isStopped = true;
      clearTimeout(renewal);
      WebAuthnAbortService.cancelCeremony();
    },
  };
}

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>;
