/** Whether the browser has a share sheet. Firefox on desktops and plain http pages have none. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the share sheet. Returns false if the sheet failed; closing the sheet is no failure. */
export async function share(data: { title: string; text: string; url: string }): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
