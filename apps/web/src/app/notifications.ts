import { type ApiFailure, failureText } from '#shared/api/api-failure.ts';
import { message } from '#shared/forms/message.ts';
import { notify } from '#shared/ui/feedback/notify.ts';
import { commonEvents, useCommon } from '#state/common.ts';

export function requestFailed(failure: ApiFailure): void {
  commonEvents.failed({ text: failureText(failure), requestId: failure.requestId });
}

/** Shows each error and success message of the common slice as a notification, then clears it. */
export function watchNotifications(): () => void {
  return useCommon.subscribe(({ error, displayMessage }) => {
    if (error !== null) {
      commonEvents.errorShown();
      notify.error(error.text);
    }
    if (displayMessage !== null) {
      commonEvents.messageShown();
      notify.success(message(displayMessage));
    }
  });
}
