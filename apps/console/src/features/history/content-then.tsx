import type { HistoryChangeView, HistoryState } from '#contract';
import { moneyText } from '../../components/money.js';
import { Facts } from '../../components/field.js';
import { ConsignmentFacts } from '../../consignment/consignment-facts.js';
import { useTexts } from '../../i18n/texts.js';
import { fileSize } from '../../lib/file-size.js';
import { ChangeTable } from './change-list.js';
import { texts } from './texts.js';
import { comma } from '../../i18n/comma.js';

type Sample = HistoryState['samples'][number];

/** The consignment to read as it was, section by section; above each what changed in it. */
export const ContentThen = ({ state, changes }: { state: HistoryState; changes: readonly HistoryChangeView[] }) => {
  const t = useTexts(texts);
  const { view, samples, attachments } = state;
  const of = (part: HistoryChangeView['part'], sampleId: string | null = null) =>
    changes.filter((change) => change.part === part && change.sampleId === sampleId);
  const gone = changes.filter(({ part, sampleId }) => part === 'sample' && !samples.some(({ id }) => id === sampleId));
  return (
    <>
      <Part title={t('basic')} changes={[...of('progress'), ...of('basic')]}>
        <ConsignmentFacts view={view} whole />
      </Part>
      <Part title={t('samples')} changes={gone}>
        {samples.length === 0 && <p className="muted dense">{t('noSamples')}</p>}
        {samples.map((sample, place) => (
          <SampleThen key={sample.id} sample={sample} place={place + 1} changes={of('sample', sample.id)} />
        ))}
      </Part>
      <Part title={t('attachments')} changes={of('attachments')}>
        {attachments.length === 0 ? (
          <p className="muted dense">{t('noAttachments')}</p>
        ) : (
          <ul className="files-then dense">
            {attachments.map(({ id, name, size, accessoryType }) => (
              <li key={id}>
                {name}{' '}
                <span className="aux muted numeric">{[accessoryType, fileSize(size)].filter(Boolean).join('　')}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {of('signatures').length > 0 && <Part title={of('signatures')[0]?.title ?? ''} changes={of('signatures')} />}
      <p className="total-then numeric">
        {view.actFee !== null && (
          <span>
            {t('actual')} <b>{t('yuan', { amount: moneyText(view.actFee) })}</b>
          </span>
        )}
        {view.estimatedFee !== null && (
          <span>
            {t('total')} <b>{t('yuan', { amount: moneyText(view.estimatedFee) })}</b>
          </span>
        )}
      </p>
    </>
  );
};

const Part = ({
  title,
  changes,
  children,
}: {
  title: string;
  changes: readonly HistoryChangeView[];
  children?: React.ReactNode;
}) => (
  <section className="change-part">
    <h3 className="dense strong">{title}</h3>
    {changes.length > 0 && <ChangeTable title={title} changes={changes} />}
    {children}
  </section>
);

const SampleThen = ({
  sample,
  place,
  changes,
}: {
  sample: Sample;
  place: number;
  changes: readonly HistoryChangeView[];
}) => {
  const t = useTexts(texts);
  const fees = sample.tuSampleParamIds.some(({ totalFee }) => totalFee !== null);
  const title = `${place} · ${sample.testUnitSampleName}`;
  return (
    <article className="sample-then">
      <h4 className="dense">{title}</h4>
      {changes.length > 0 && <ChangeTable title={title} changes={changes} />}
      <Facts
        columns={4}
        items={[
          [t('specification'), sample.specificationType],
          [t('groups'), t('nGroups', { n: sample.testGroupCount })],
          [t('part'), sample.testPart],
          [t('purpose'), sample.projectOrPurpose],
          [t('quantity'), [sample.sampleNum, sample.sampleNumUnit].filter(Boolean).join(' ')],
          ...(sample.testParamFee === null
            ? []
            : [[t('estimated'), t('yuan', { amount: moneyText(sample.testParamFee) })] as const]),
          ...(sample.memo ? [[t('memo'), sample.memo, 2] as const] : []),
        ]}
      />
      {sample.tuSampleParamIds.length === 0 ? (
        <p className="muted dense">{t(sample.isTestUnitConfirmTestParam ? 'leftToLab' : 'noParameters')}</p>
      ) : (
        <table className="data-table wrapping" aria-label={`${title} ${t('parameter')}`}>
          <thead>
            <tr>
              <th>{t('parameter')}</th>
              <th>{t('standards')}</th>
              <th className="right" style={{ width: 64 }}>
                {t('count')}
              </th>
              {fees && (
                <th className="right" style={{ width: 96 }}>
                  {t('fee')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {sample.tuSampleParamIds.map((parameter) => (
              <tr key={parameter.tuTestParamId}>
                <td>{parameter.tuTestParamName}</td>
                <td className="secondary">
                  {[
                    ...new Set(parameter.buSampleParamUseBaseStandard.map(({ baseStandardCode }) => baseStandardCode)),
                  ].join(comma())}
                </td>
                <td className="right">{parameter.tuTestParamCount}</td>
                {fees && <td className="right">{parameter.totalFee === null ? '—' : moneyText(parameter.totalFee)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
};
