import { type ApiFailure, shownMessage } from '#shared/api/api-failure.ts';
import type { EndpointName } from '#shared/api/request-types.ts';
import { t } from '#shared/i18n/i18n.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { notify } from '#shared/ui/notify.ts';
import { commonEvents, useCommon } from '#state/common.ts';

/** Calls whose success is worth a word, unless the request is muted. */
const successTexts: { readonly [K in EndpointName]?: PlainKey } = {
  'POST /vid/api/users/password/forget': 'common.updatePassSuccess',
  'POST /vid/api/users/password/change': 'common.updatePassSuccess',
  'PATCH /vid/api/users/profile': 'common.updateSuccess',
};

export function requestSucceeded(endpoint: EndpointName): void {
  const text = successTexts[endpoint];
  if (text !== undefined) commonEvents.succeeded(text);
}

export function requestFailed(failure: ApiFailure): void {
  commonEvents.failed({ text: shownMessage(failure), requestId: failure.requestId });
}

/** An error in the common state becomes an error notification and is cleared; a message likewise. */
export function watchNotifications(): () => void {
  return useCommon.subscribe(({ error, displayMessage }) => {
    if (error !== null) {
      commonEvents.errorShown();
      notify.error(error.text);
    }
    if (displayMessage !== null) {
      commonEvents.messageShown();
      notify.success(t(displayMessage));
    }
  });
}
