import { Button, PopoverNext } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useTexts } from '../../i18n/texts.js';
import { errorLog } from '../../lib/failures.js';
import { dateTime } from '../../lib/china-time.js';
import { useStore } from '../../lib/store.js';
import { texts } from '../texts.js';

/** Errors of this page since it was opened, with a badge that counts them (NAV-012). */
export const ErrorLog = () => {
  const t = useTexts(texts);
  const entries = useStore(errorLog);
  const list = (
    <div className="error-log">
      <div className="row">
        <span className="strong">{t('errorLog')}</span>
        <Button
          className="push"
          size="small"
          variant="minimal"
          text={t('clearErrors')}
          disabled={entries.length === 0}
          onClick={() => errorLog.set([])}
        />
      </div>
      {entries.length === 0 && <p className="muted dense">{t('noErrors')}</p>}
      {entries.map((entry) => (
        <div key={`${entry.at.getTime()}${entry.source}${entry.message}`} className="error-entry">
          <div className="dense">{entry.message}</div>
          <div className="aux muted numeric">
            {[dateTime(entry.at), entry.source, entry.requestId].filter(Boolean).join('　')}
          </div>
        </div>
      ))}
    </div>
  );
  return (
    <PopoverNext content={list} placement="bottom-end" animation="minimal">
      <Button
        variant="minimal"
        size="large"
        aria-label={t('errorLogCount', { n: entries.length })}
        icon={
          <span className="with-badge">
            <WarningSign size={18} />
            {entries.length > 0 && <i className="badge">{entries.length}</i>}
          </span>
        }
      />
    </PopoverNext>
  );
};
