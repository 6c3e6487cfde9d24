import { create } from 'zustand';

export type Permission = {
  id: string;
  accountName: string;
  role: string;
  status: string;
  createdBy: string;
  createdAt: string;
};

/** Not persisted, because it contains other users' data. */
export type PermissionsState = {
  current: Permission[];
  options: { page: number; pageSize: number; search: string };
  totalRow: number;
  detail: Permission | null;
  isListLoading: boolean;
  isDetailLoading: boolean;
  listError: string | null;
  detailError: string | null;
};

const initial: PermissionsState = {
  current: [],
  options: { page: 1, pageSize: 20, search: '' },
  totalRow: 0,
  detail: null,
  isListLoading: false,
  isDetailLoading: false,
  listError: null,
  detailError: null,
};

const usePermissions = create<PermissionsState>()(() => initial);

export const permissionsEvents = {
  sessionEnded(): void {
    usePermissions.setState(initial);
  },
};
