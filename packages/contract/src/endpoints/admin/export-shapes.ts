export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type MemberExportFormat = (typeof exportFormats)[number];

export const exportStatuses = ['running', 'ready', 'failed'] as const;
export type MemberExportStatus = (typeof exportStatuses)[number];

export const exportLimits = {
  /** How long a file is kept. */
  hours: 24,
  kept: 5,
} as const;
