/** A command for the operator. A long one scrolls: a break at a hyphen would split its options. */
export function CommandLine({ command }: { command: string }) {
  return (
    <section
      aria-label={command}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-control bg-soft px-3 py-2"
    >
      <pre dir="ltr" lang="en" translate="no" className="w-fit text-sm">
        <code>{command}</code>
      </pre>
    </section>
  );
}
