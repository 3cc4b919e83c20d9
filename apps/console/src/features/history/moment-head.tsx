import { Button, ButtonGroup } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import type { HistoryState } from '#contract';
import { StatusTag } from '../../components/status-tag.js';
import { aboutWords, eventTexts, factsWords } from '../../consignment/event-words.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { actorInFull, type HistoryText } from './actor.js';
import { Scrubber } from './scrubber.js';
import { texts } from './texts.js';
import type { Against } from './use-place-in-history.js';
import { momentVerb } from './words.js';

type Props = {
  state: HistoryState;
  revision: number;
  against: Against;
  sentBack: readonly number[];
  onGo(revision: number): void;
  onCompare(against: Against): void;
};

/** Fields that changed, without the sums that follow from them. */
export const changedWords = (
  { against: other, changes, head, moment }: HistoryState,
  against: Against,
  t: HistoryText,
): string => {
  const count = changes.filter(({ part }) => part !== 'totals').length;
  if (!other) return t('first');
  if (against === 'now') return moment.revision === head ? t('isCurrent') : t('changedNow', { count });
  if (against !== 'previous') return t('changedOther', { n: other.revision + 1, count });
  return count === 0 ? t('unchanged') : t('changedOne', { count });
};

/** Which moment this is, what it is compared with, and the way to the next. */
export const MomentHead = ({ state, revision, against, sentBack, onGo, onCompare }: Props) => {
  const t = useTexts(texts);
  const words = useTexts(eventTexts);
  const { moment, view, first, head } = state;
  const about = aboutWords(moment.facts, words);
  const choices: [Against, string][] = [
    ['previous', t('withPrevious')],
    ['now', t('withNow')],
    ...(typeof against === 'number' ? [[against, t('withOther', { n: against + 1 })] satisfies [Against, string]] : []),
  ];
  return (
    <section className="card moment-head">
      <p
        className="only-heard"
        role="status"
      >{`${t('version', { n: moment.revision + 1 })} ${factsWords(moment.facts, words, against === 'previous' ? state.changes : [])}`}</p>
      <div className="moment-line">
        <div className="grow">
          <h2>
            {t('heading', { n: moment.revision + 1, verb: momentVerb(moment, words) })}{' '}
            <StatusTag status={moment.statusAfter} name={view.consignStatusStr} />
          </h2>
          <p className="aux muted numeric">
            {actorInFull(moment, t)}　{dateTime(moment.at)}　{changedWords(state, against, t)}
          </p>
          {about !== '' && <p className={`dense moment-about${moment.sendsBack ? ' danger-text' : ''}`}>{about}</p>}
        </div>
        <div className="row wrap moment-verbs">
          <ButtonGroup className="compare" role="group" aria-label={t('compare')}>
            {choices.map(([value, text]) => (
              <Button
                key={text}
                size="small"
                variant={value === against ? 'outlined' : 'minimal'}
                active={value === against}
                aria-pressed={value === against}
                text={text}
                onClick={() => onCompare(value)}
              />
            ))}
          </ButtonGroup>
          <ButtonGroup variant="outlined">
            <Button
              size="small"
              icon={<ChevronLeft />}
              text={t('previous')}
              disabled={revision <= first}
              onClick={() => onGo(revision - 1)}
            />
            <Button
              size="small"
              endIcon={<ChevronRight />}
              text={t('next')}
              disabled={revision >= head}
              onClick={() => onGo(revision + 1)}
            />
          </ButtonGroup>
        </div>
      </div>
      <Scrubber first={first} head={head} current={revision} sentBack={sentBack} onGo={onGo} />
    </section>
  );
};
