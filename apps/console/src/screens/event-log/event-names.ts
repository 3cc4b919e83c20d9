import { STREAM_CATEGORIES } from '#domain/operations';
import { allEvents, consignmentEvents } from '#events';
import { type EventText, eventTexts, eventText } from '../../consignment/event-descriptions.js';
import { type Translate, useTexts, defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/event-names.json' with { type: 'json' };
import es from '../../locales/es/event-names.json' with { type: 'json' };
import zh from '../../locales/zh/event-names.json' with { type: 'json' };
import { texts } from './texts.js';

/**
 * Events that src/consignment/event-descriptions.ts does not name. A new type does not compile until it has a name in
 * each language.
 */
type NonConsignmentEventType = Exclude<keyof typeof allEvents, keyof typeof consignmentEvents>;

const eventNames = defineTexts<NonConsignmentEventType>('event-names', {
  zh,
  en,
  es,
});

const OTHER_EVENT_TYPES = Object.keys(allEvents).filter(
  (type): type is NonConsignmentEventType => !(type in consignmentEvents),
);

type EventNames = {
  nameOf(event: { type: string; data?: unknown }): string;
  categoryName(category: string): string;
};

/**
 * Names of events and kinds of streams; an unknown one is shown by its own name. With its content an event is a
 * sentence.
 */
export const useEventNames = (): EventNames => {
  const consignmentText = useTexts(eventTexts);
  const otherText = useTexts(eventNames);
  const t = useTexts(texts);
  return {
    nameOf: ({ type, data = null }) => nameOf({ type, data }, consignmentText, otherText),
    categoryName: (category) =>
      STREAM_CATEGORIES.map((each) => (each === category ? t(`category.${each}`) : '')).find(Boolean) ?? category,
  };
};

const nameOf = (
  event: { type: string; data: unknown },
  consignmentText: EventText,
  otherText: Translate<NonConsignmentEventType>,
): string => {
  const otherType = OTHER_EVENT_TYPES.find((type) => type === event.type);
  return otherType ? otherText(otherType) : (eventText(event, consignmentText) ?? event.type);
};
