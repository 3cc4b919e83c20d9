import type { PersonOfConsignment } from '#events';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/person-parts.json' with { type: 'json' };
import es from '../../locales/es/person-parts.json' with { type: 'json' };
import zh from '../../locales/zh/person-parts.json' with { type: 'json' };

/** Parts of persons in a consignment, with the names of its form. */
export const partTexts = defineTexts<PersonOfConsignment>('person-parts', {
  zh,
  en,
  es,
});
