/** Shows the page that the script before paint had hidden: what to show is now decided. */
export function releasePage(): void {
  delete document.documentElement.dataset['hold'];
}
