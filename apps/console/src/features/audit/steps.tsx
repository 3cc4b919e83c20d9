import { useQuery } from '@tanstack/react-query';
import { getConsignLog } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/format.js';
import { readOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** What happened so far, newest first: who moved it, when, and with which words. */
export const Steps = ({ consignId }: { consignId: string }) => {
  const t = useTexts(texts);
  const log = useQuery({ ...readOf(getConsignLog, { consignId }), meta: { quiet: true } });
  if (!log.data || log.data.length === 0) return null;
  return (
    <section className="decision__part">
      <h3>{t('steps')}</h3>
      <ol className="steps">
        {[...log.data].reverse().map((step, place) => (
          <li key={`${step.exeTime}-${place}`}>
            <div className="row tight">
              <span className="strong">{step.nextStep || step.curStep}</span>
              <span className="push aux muted numeric">{shortTime(step.exeTime)}</span>
            </div>
            <div className="aux secondary">{step.exeUserName}</div>
            {step.exeDescription && <div className="dense">{step.exeDescription}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
};
