import { ArrowRight, Error as ErrorIcon, TickCircle } from '@blueprintjs/icons';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import type { FormProblem } from './form-problems.js';
import { texts } from './texts.js';

/** What blocks the submission, one line each; a line leads to its place. */
export const ChecksSection = ({
  problems,
  onGo,
}: {
  problems: readonly FormProblem[];
  onGo(problem: FormProblem): void;
}) => {
  const t = useTexts(texts);
  return (
    <div data-section="checks">
      <Card
        title={
          <>
            <span className="section-number">7</span>
            {t('checks')}
          </>
        }
      >
        {problems.length === 0 ? (
          <div className="row dense">
            <TickCircle size={16} className="check-ok" />
            {t('allClear')}
          </div>
        ) : (
          <>
            <p className="dense secondary">{t('checkIntro')}</p>
            <ul className="check-list">
              {problems.map((problem) => (
                <li key={`${problem.field ?? problem.section}-${problem.message}`}>
                  <button type="button" onClick={() => onGo(problem)}>
                    <ErrorIcon size={14} />
                    <span className="grow">{problem.message}</span>
                    <span className="aux muted nowrap">{t(problem.section)}</span>
                    <ArrowRight size={14} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </div>
  );
};
