import type { HistoryRow } from '#contract';
import { type EventText, eventAction } from '../../consignment/event-descriptions.js';

/** Name of a revision in the timeline: 修改见证人 if a save changed nothing else. */
export const revisionAction = (
  { facts, isAboutWitnesses }: Pick<HistoryRow, 'facts' | 'isAboutWitnesses'>,
  t: EventText,
): string => (isAboutWitnesses ? t('witnesses') : eventAction(facts, t));
