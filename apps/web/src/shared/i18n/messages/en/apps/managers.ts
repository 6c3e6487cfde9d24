/** The accounts that manage an application. */
export const appManagers = {
  'apps.managers.title': 'Managers',
  'apps.managers.door': 'Who manages the app together with its owner.',
  'apps.managers.lead': 'Managers can do everything the owner can, except add or remove other managers.',
  'apps.managers.fixed': 'Only the owner and the association’s administrators can add or remove managers.',
  'apps.managers.failed': 'We couldn’t load the managers.',
  'apps.managers.none': 'There are no managers yet',
  'apps.managers.none.text':
    'This app has no owner. An administrator of the association can assign one, or add managers.',
  'apps.managers.person': 'Name',
  'apps.managers.phone': 'Phone number',
  'apps.managers.since': 'Added on',
  'apps.managers.owner': 'Owner',
  'apps.managers.you': 'You',
  'apps.managers.add': 'Add a manager',
  'apps.managers.add.lead': 'The person needs an account, and can manage the app at once.',
  'apps.managers.add.phone': 'Phone number of the manager',
  'apps.managers.add.submit': 'Add',
  'apps.managers.added': 'The manager has been added.',
  'apps.managers.already': 'This person already manages the app.',
  'apps.managers.remove': 'Remove',
  'apps.managers.remove.named': 'Remove {name}',
  'apps.managers.remove.title': 'Remove {who} from the managers?',
  'apps.managers.remove.text':
    'This person loses the right to manage the app immediately. The secrets of clients keep working: make new ones if this person knows them.',
  'apps.managers.removed': 'The manager has been removed.',
  'apps.managers.leave': 'Stop managing',
  'apps.managers.leave.title': 'Stop managing this app?',
  'apps.managers.leave.text':
    'You can no longer open the pages of the app. To manage it again, ask the owner or an administrator of the association to add you.',
  'apps.managers.left': 'You no longer manage the app.',
} as const;
