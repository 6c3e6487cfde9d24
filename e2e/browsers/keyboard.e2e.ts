import { keyboardJourneys } from '../support/checks/keyboard-journeys.ts';
import { test } from './support/test.ts';

for (const [title, journey] of Object.entries(keyboardJourneys))
  test(`${title} by keyboard alone`, ({ visitor }) => journey(visitor));
