import { NavLink } from 'react-router';
import { cx } from '#shared/lib/cx.ts';

/**
 * The ways of one task, each with its own address. Links in a navigation, not ARIA tabs: pressing one goes to
 * another page, the Back button returns, and each works before the script has come.
 */
export function LinkTabs({
  label,
  tabs,
  className,
}: {
  label: string;
  tabs: readonly { to: string; label: string; isExact?: boolean }[];
  className?: string;
}) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex gap-1 rounded-control bg-soft p-1 dark:bg-card">
        {tabs.map((tab) => (
          <li key={tab.to} className="flex-1">
            <NavLink
              to={tab.to}
              end={tab.isExact ?? true}
              className={({ isActive }) =>
                cx(
                  'flex min-h-11 items-center justify-center rounded-md px-2 text-center text-label font-semibold transition-colors',
                  isActive
                    ? 'bg-card text-brand lift-tab dark:bg-soft forced-colors:outline'
                    : 'text-muted hover:text-ink',
                )
              }
            >
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
