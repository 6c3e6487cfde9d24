import { Icon } from '#shared/ui/icons.tsx';

export function StateMark({ tone }: { tone: 'success' | 'error' | 'info' }) {
  const { icon, className } = looks[tone];
  return (
    <span className={`grid size-16 place-items-center rounded-full ${className}`}>
      <Icon name={icon} className="size-8" />
    </span>
  );
}

const looks = {
  success: { icon: 'success', className: 'bg-success-soft text-success' },
  error: { icon: 'alert', className: 'bg-danger-soft text-danger' },
  info: { icon: 'info', className: 'bg-soft text-brand' },
} as const;
