/** VID's mark: a "V" whose ends turn up like the eaves of a village hall, and a person with open arms. */
export function Logo({ className = 'size-10' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className}>
      <rect width="40" height="40" rx="11" fill="#0b5d51" />
      <path
        fill="#fff"
        d="M7.6 11.2c3.5.2 5.6 1.6 7 4.3L20 25.9l5.4-10.4c1.4-2.7 3.5-4.1 7-4.3-1.5 1.1-2.4 2.2-3.2 3.7L20 32.4l-9.2-17.5c-.8-1.5-1.7-2.6-3.2-3.7z"
      />
      <circle cx="20" cy="12.4" r="3.7" fill="#e2b25c" />
    </svg>
  );
}
