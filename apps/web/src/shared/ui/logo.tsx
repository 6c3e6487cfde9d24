/** The built-in mark: a house with a brass roof edge. */
export function Logo({ className = 'size-10' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className}>
      <rect width="40" height="40" rx="11" fill="#0b5d51" />
      <path fill="#fff" d="M20 9.5 8.5 18.8V30h7.8v-6.5h7.4V30h7.8V18.8z" />
      <path fill="none" stroke="#e2b25c" strokeWidth="2.6" strokeLinecap="round" d="m20 9.5 11.5 9.3" />
    </svg>
  );
}
