import { eventFacts, type EventFacts } from '#domain/consignment';
import { CONSIGN_STATUS, type SignatureEntry } from '#events';
import { moneyText } from '../components/money.js';
import { type Translate, defineTexts } from '../i18n/texts.js';
import en from '../locales/en/event-descriptions.json' with { type: 'json' };
import es from '../locales/es/event-descriptions.json' with { type: 'json' };
import zh from '../locales/zh/event-descriptions.json' with { type: 'json' };

/** Names of the events of a consignment, and how a sentence is built from them. */
export const eventTexts = defineTexts('event-descriptions', {
  zh,
  en,
  es,
});

/** Translator of these words: `useTexts(eventTexts)`. */
export type EventText = Translate<keyof typeof eventTexts.zh>;

/** A field that an event changed, with its name as text. */
export type ChangedField = {
  name: string;
  how: 'added' | 'removed' | 'changed';
  old: string | null;
  new: string | null;
};

/** If many fields changed, a sentence names the first ones. */
const MAX_NAMED_FIELDS = 2;

/**
 * An event of a consignment as a sentence, e.g. 审核不通过：缺少取样单. Null for an event of another stream; without its content
 * only the action.
 */
export const eventText = (event: { type: string; data: unknown }, t: EventText): string | null => {
  const facts = eventFacts(event);
  return facts && eventFactsText(facts, t);
};

/** The same for an event that was already read, with the fields it changed: 修改样品：普通硅酸盐水泥；检测组数 1 组 → 2 组. */
export const eventFactsText = (facts: EventFacts, t: EventText, changed: readonly ChangedField[] = []): string => {
  const about = eventSubjectText(facts, t);
  const details = [...(about ? [about] : []), ...changeTexts(changed, t)].join(t('semicolon'));
  return details === '' ? eventAction(facts, t) : t('sentence', { action: eventAction(facts, t), what: details });
};

const LATER_STAGES = [
  CONSIGN_STATUS.received,
  CONSIGN_STATUS.awaitingCorrection,
  CONSIGN_STATUS.awaitingSignature,
] as const;

/** The action, without its object. */
export const eventAction = ({ type, toStatus }: Pick<EventFacts, 'type' | 'toStatus'>, t: EventText): string => {
  const stage = type === 'LaterStageEntered' && LATER_STAGES.find((status) => status === toStatus);
  return t(stage ? `later.${stage}` : type);
};

/** The object of the action, or the text that came with it. */
export const eventSubjectText = ({ type, about, count, remark, signType }: EventFacts, t: EventText): string => {
  if (remark !== '') return remark;
  if (about.length > 0)
    return about
      .map((item) => (type === 'ActualFeeSet' ? t('yuan', { amount: moneyText(item) }) : item))
      .join(t('comma'));
  if (signType !== null) return t(`sign.${signType as SignatureEntry['signType']}`);
  if (count === null) return '';
  return t(type === 'SampleRemoved' ? 'samples' : type === 'AttachmentRemoved' ? 'files' : 'people', { n: count });
};

const changeTexts = (changed: readonly ChangedField[], t: EventText): string[] => [
  ...changed
    .slice(0, MAX_NAMED_FIELDS)
    .map(({ name, how, old, new: newValue }) => t(how, { name, old: old ?? t('blank'), new: newValue ?? t('blank') })),
  ...(changed.length > MAX_NAMED_FIELDS ? [t('more', { n: changed.length })] : []),
];
