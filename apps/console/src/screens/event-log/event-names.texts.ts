import type { allEvents, consignmentEvents } from '#events';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/event-names.json' with { type: 'json' };
import es from '../../locales/es/event-names.json' with { type: 'json' };
import zh from '../../locales/zh/event-names.json' with { type: 'json' };

/** Kinds of events that src/consignment/event-words.ts does not name. One that is new does not compile before it has a name in each language. */
export type NonConsignmentEventType = Exclude<keyof typeof allEvents, keyof typeof consignmentEvents>;

export const eventNames = defineTexts<NonConsignmentEventType>('event-names', {
  zh,
  en,
  es,
});
