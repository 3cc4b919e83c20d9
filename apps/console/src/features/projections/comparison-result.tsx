import { Button, Tag } from '@blueprintjs/core';
import { Fragment, useState } from 'react';
import type { ViewStanding } from '#contract';
import type { DifferingRow } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { texts } from './texts.js';
import { differing } from './view-words.js';

type Compared = NonNullable<ViewStanding['comparison']>;

/** What was found when old and new stood at one position; the rows that differ on demand. `brief`: it is past, the numbers are not needed any more. */
export const ComparisonResult = ({ comparison, brief = false }: { comparison: Compared; brief?: boolean }) => {
  const t = useTexts(texts);
  const [shown, setShown] = useState(false);
  const { rows, onlyOld, onlyNew, different, samples, position } = comparison;
  const all = differing(comparison);
  const counts = [
    ['compared', rows, false],
    ['same', rows - all, false],
    ['onlyOld', onlyOld, true],
    ['onlyNew', onlyNew, true],
    ['different', different, true],
  ] as const;
  return (
    <div className="stack">
      <div className="row wrap">
        <Tag minimal intent={all === 0 ? 'success' : 'warning'}>
          {all === 0 ? t('allSame') : t('differsN', { n: count(all) })}
        </Tag>
        <span className="aux muted numeric">
          {t('at')} {BigInt(position).toLocaleString('en-US')}
        </span>
        {samples.length > 0 && (
          <Button
            className="push"
            variant="minimal"
            size="small"
            text={t(shown ? 'hideSamples' : 'showSamples')}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          />
        )}
      </div>
      {!brief && (
        <dl className="projection-counts">
          {counts.map(([name, value, isBad]) => (
            <div key={name}>
              <dt className="aux muted">{t(name)}</dt>
              <dd className={`numeric${isBad && value > 0 ? ' danger-text strong' : ''}`}>{count(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown && <Samples samples={samples} />}
    </div>
  );
};

const Samples = ({ samples }: { samples: readonly DifferingRow[] }) => {
  const t = useTexts(texts);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="table-scroll projection-samples" role="region" aria-label={t('showSamples')} tabIndex={0}>
        <table className="data-table" aria-label={t('showSamples')} style={{ minWidth: 640 }}>
          <colgroup>
            <col style={{ width: 296 }} />
            <col style={{ width: 160 }} />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('rowId')}</th>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('oldValue')}</th>
              <th scope="col">{t('newValue')}</th>
            </tr>
          </thead>
          <tbody>
            {samples.map(({ id, difference, fields }) => (
              <Fragment key={id}>
                {difference === 'different' ? (
                  fields.map(({ field, old, new: fresh, hidden }, place) => (
                    <tr key={field}>
                      <td className="mono" title={id}>
                        {place === 0 ? id : ''}
                      </td>
                      <td className="mono">{field}</td>
                      {hidden ? (
                        <td colSpan={2} className="muted">
                          {t('text')}
                        </td>
                      ) : (
                        <>
                          <td className="mono" title={old ?? ''}>
                            {old ?? '—'}
                          </td>
                          <td className="mono" title={fresh ?? ''}>
                            {fresh ?? '—'}
                          </td>
                        </>
                      )}
                    </tr>
                  ))
                ) : (
                  <tr>
                    <td className="mono" title={id}>
                      {id}
                    </td>
                    <td colSpan={3} className="danger-text">
                      {t(difference)}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <p className="aux muted">{t('samplesNote', { n: samples.length })}</p>
    </>
  );
};
