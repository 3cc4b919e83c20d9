import type { HistoryRow } from '#contract';
import { type EventText, eventAction } from '../../consignment/event-words.js';

/** What the timeline calls a moment: 修改见证人 where a save set nothing else. */
export const revisionAction = (
  { facts, isAboutWitnesses }: Pick<HistoryRow, 'facts' | 'isAboutWitnesses'>,
  t: EventText,
): string => (isAboutWitnesses ? t('witnesses') : eventAction(facts, t));
