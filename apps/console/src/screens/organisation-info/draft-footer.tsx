import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

type Props = {
  isUnsaved: boolean;
  failed: string;
  running: boolean;
  problemCount: number;
  onSave(): void;
  onUndo(): void;
};

/** Unsaved and wrong input at the left, the actions at the right; always in view. */
export const DraftFooter = ({ isUnsaved, failed, running, problemCount, onSave, onUndo }: Props) => {
  const t = useTexts(texts);
  const u = useTexts(unitTexts);
  return (
    <div className="form-footer">
      {failed ? (
        <span className="danger-text dense row tight" role="alert">
          <ErrorIcon size={14} />
          {failed}
        </span>
      ) : problemCount > 0 ? (
        <span className="danger-text dense" role="status">
          {u('problemsLeft', { n: problemCount })}
        </span>
      ) : (
        isUnsaved && <span className="unsaved">{u('unsaved')}</span>
      )}
      <Button className="push" text={t('undo')} disabled={!isUnsaved || running} onClick={onUndo} />
      <Button intent="primary" text={t('save')} disabled={!isUnsaved} loading={running} onClick={onSave} />
    </div>
  );
};
