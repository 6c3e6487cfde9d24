import { useListView } from '#shared/ui/list/use-list-view.ts';

const filters = {
  queue: ['certificates'],
  state: ['verified', 'confirmed', 'expired', 'refused'],
} as const;

export const useQueueView = () => useListView(filters);

export type QueueView = ReturnType<typeof useQueueView>;
