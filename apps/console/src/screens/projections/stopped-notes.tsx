import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { ViewStatus } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { eventPlace } from '../../lib/unit-places.js';
import { openRebuildDialog, openRestartDialog, mainBuild, operatedBuild, viewName } from './order-on-view.js';
import { texts } from './texts.js';

/** A red line a view that stands still: at which event, why, and both ways out. */
export const StoppedNotes = ({ views }: { views: readonly ViewStatus[] }) => (
  <>
    {views.map((view) => (
      <StoppedNote key={view.name} view={view} />
    ))}
  </>
);

const StoppedNote = ({ view }: { view: ViewStatus }) => {
  const t = useTexts(texts);
  const main = mainBuild(view);
  if (!main?.failure) return null;
  const { message, event } = main.failure;
  return (
    <div className="note danger projection-stopped" role="alert">
      <ErrorIcon size={14} />
      <span>
        <b>{t('stoppedAt', { name: viewName(view.name, t) })}</b>
        <span className="projection-message">{message}</span>
        {t('others')}
      </span>
      <span className="row push">
        {event && (
          <Link className="danger-text" to={eventPlace(event.id)}>
            {t('event')}
          </Link>
        )}
        {!operatedBuild(view) && (
          <Button
            size="small"
            variant="minimal"
            intent="danger"
            text={t('rebuild')}
            onClick={() => void openRebuildDialog(view)}
          />
        )}
        <Button
          size="small"
          variant="outlined"
          intent="danger"
          text={t('retry')}
          onClick={() => void openRestartDialog(view, main.build)}
        />
      </span>
    </div>
  );
};
