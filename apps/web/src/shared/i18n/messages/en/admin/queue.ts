export const adminQueue = {
  'admin.queue.back': 'Queue',
  'admin.queue.start': 'Review one by one',
  'admin.queue.move': 'Previous and next case',
  'admin.queue.next': 'Next',
  'admin.queue.previous': 'Previous',
  'admin.queue.keys.on': 'Turn shortcuts on',
  'admin.queue.keys.off': 'Turn shortcuts off',
  'admin.queue.left': '{count, plural, =0 {None left.} other {# left.}}',
  'admin.queue.leftOver': 'More than {count} left.',
} as const;
