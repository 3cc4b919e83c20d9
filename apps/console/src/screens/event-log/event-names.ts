import { STREAM_CATEGORIES } from '#domain/operations';
import { allEvents, consignmentEvents } from '#events';
import { type EventText, eventTexts, eventText } from '../../consignment/event-words.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { eventNames, type NonConsignmentEventType } from './event-names.texts.js';
import { texts } from './texts.js';

const OTHERS = Object.keys(allEvents).filter((type): type is NonConsignmentEventType => !(type in consignmentEvents));
const ROLES = [
  '委托单位角色',
  '检测单位角色',
  'admin',
  'auditor',
  'operator',
  'system',
  'worker',
  'projector',
] as const;

type Named = {
  nameOf(event: { type: string; data?: unknown }): string;
  categoryName(category: string): string;
  roleName(role: string): string;
};

/** Events, kinds of streams and roles in the reader's words; what is not known is shown by its own name. With its contents an event is a sentence. */
export const useEventNames = (): Named => {
  const ofConsignment = useTexts(eventTexts);
  const ofOthers = useTexts(eventNames);
  const t = useTexts(texts);
  return {
    nameOf: ({ type, data = null }) => nameOf({ type, data }, ofConsignment, ofOthers),
    categoryName: (category) =>
      STREAM_CATEGORIES.map((known) => (known === category ? t(`category.${known}`) : '')).find(Boolean) ?? category,
    roleName: (role) => ROLES.map((known) => (known === role ? t(`role.${known}`) : '')).find(Boolean) ?? role,
  };
};

const nameOf = (
  event: { type: string; data: unknown },
  ofConsignment: EventText,
  ofOthers: Translate<NonConsignmentEventType>,
): string => {
  const other = OTHERS.find((type) => type === event.type);
  return other ? ofOthers(other) : (eventText(event, ofConsignment) ?? event.type);
};
