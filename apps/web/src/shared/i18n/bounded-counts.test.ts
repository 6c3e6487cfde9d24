// @vitest-environment node
import { maxPeople } from '@vid/contract/limits';
import { expect, test } from 'vitest';
import { areas } from '#shared/test/all-areas.ts';
import { loadArea } from './loaders.ts';

const keys = ['apps.people', 'apps.roles.remove.text', 'apps.access.openUp.text'];

test.each(['vi', 'en'] as const)(
  'messages with a bounded count have a form for the bound (%s)',
  async (language) => {
    const texts = await Promise.all(areas.map((area) => loadArea(area, language)));
    const messages = new Map<string, unknown>(texts.flatMap((area) => Object.entries(area)));
    const silent = keys.filter((key) => !JSON.stringify(messages.get(key)).includes(`"${maxPeople}":`));
    expect(silent).toEqual([]);
  },
);
