import { Button } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { ViewStanding } from '#contract';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { eventPlace, streamPlace } from '../../lib/operations-places.js';
import { askRetryStreams } from './order-on-view.js';
import { texts } from './texts.js';
import { useSetAside } from './use-projections.js';
import { viewName } from './view-words.js';

/** A yellow line for each view that cannot take everything, and the way to what it leaves out. */
export const SetAsideNotes = ({
  views,
  onOpen,
}: {
  views: readonly ViewStanding[];
  onOpen(view: ViewStanding): void;
}) => {
  const t = useTexts(texts);
  return views
    .filter(({ setAside }) => setAside > 0)
    .map((view) => (
      <div key={view.name} className="note warning projection-stopped" role="status">
        <WarningSign size={14} />
        <span>{t('asideOf', { name: viewName(view.name, t), n: view.setAside })}</span>
        <span className="row push">
          <Button size="small" variant="minimal" text={t('showAside')} onClick={() => onOpen(view)} />
          <Button
            size="small"
            variant="outlined"
            text={t('retryAllStreams')}
            onClick={() => void askRetryStreams(view, null)}
          />
        </span>
      </div>
    ));
};

/** The streams that a view has set aside: at which event, since when, and a retry for each. */
export const SetAside = ({ view }: { view: ViewStanding }) => {
  const t = useTexts(texts);
  const list = useSetAside(view);
  const found = list.data?.items;
  return (
    <section aria-label={t('aside')}>
      <h3>{t('aside')}</h3>
      {list.isPending ? (
        <LoadingRows rows={3} />
      ) : !found ? (
        <Failed title={t('asideFailed')} error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <p className="aux muted">{t('asideHint')}</p>
          <ul className="projection-operations">
            {found.map(({ stream, revision, eventId, type, error, since, tries }) => (
              <li key={stream}>
                <div className="row">
                  <Link className="mono" to={streamPlace(stream)}>
                    {stream}
                  </Link>
                  <button
                    type="button"
                    className="link-button push"
                    aria-label={t('retryStreamOf', { stream })}
                    onClick={() => void askRetryStreams(view, stream)}
                  >
                    {t('retryStream')}
                  </button>
                </div>
                <div>
                  <Link to={eventPlace(eventId)}>{t('asideEvent', { type, n: revision })}</Link>{' '}
                  <span className="mono">{error}</span>
                </div>
                <span className="aux muted">{t('asideSince', { time: dateTime(since), n: tries })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
