import { Button, Tag } from '@blueprintjs/core';
import { ChevronDown, ChevronRight, CollapseAll, ExpandAll } from '@blueprintjs/icons';
import { Fragment, useState } from 'react';
import type { ConsignmentView, SampleView } from '#contract';
import { citedStandard } from '#domain/catalogue';
import { explainSampleFee, isExpired, isAuxiliaryField, materialText, pieceText } from '#domain/sample';
import { CONSIGN_TYPE, type StandardLink } from '#events';
import { orDash } from '../../components/data-table.js';
import { Card, ReadOnlyFields } from '../../components/field.js';
import { Money, moneyText } from '../../components/money.js';
import { CatalogueItemName, itemStructure } from '../../consignment/consignment-facts.js';
import { propertyName, propertyValueText } from '../../consignment/property-names.js';
import { displayedFee, showsSampleFees } from '../../consignment/statuses.js';
import { language, listSeparator, phraseSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { chinaDay } from '../../lib/china-time.js';
import { hasIncompleteMaterial, standardsOfParameter } from './automatic-checks.js';
import { texts } from './texts.js';

const linksUsedFor = (links: readonly StandardLink[], use: '1' | '2'): StandardLink[] =>
  links.filter(({ useType }) => useType === use || useType === '3');

const Codes = ({ links, today }: { links: readonly StandardLink[]; today: string }) => {
  const t = useTexts(texts);
  if (links.length === 0) return <span className="nothing">—</span>;
  return links.map((link, index) => {
    const expired = isExpired(link.expireDate, today);
    return (
      <span key={link.limsUniqueKey || index} className={expired ? 'danger-text' : ''} title={link.baseStandardName}>
        {index > 0 && listSeparator()}
        {citedStandard(link)}
        {expired && t('expiredNote')}
      </span>
    );
  });
};

/** The choice for a sample, with the standards and the fee of each parameter. */
const SampleDetail = ({
  sample,
  rawMaterial,
  showsFee,
}: {
  sample: SampleView;
  rawMaterial: boolean;
  showsFee: boolean;
}) => {
  const t = useTexts(texts);
  const rows = sample.tuSampleParamIds;
  const fee =
    showsFee && rows.every((row) => row.tuTestParamPrice !== null)
      ? explainSampleFee(
          rows.map((row) => ({ ...row, tuTestParamPrice: row.tuTestParamPrice ?? '0' })),
          sample.testGroupCount,
        )
      : null;
  const feeText = (row: (typeof rows)[number]) => {
    const shared = fee?.lines.find((line) => line.kind === 'shared' && line.ids.includes(row.tuTestParamId));
    if (shared?.kind !== 'shared') return <Money amount={row.totalFee} />;
    return shared.ids[0] === row.tuTestParamId ? (
      <>
        <span className="muted">{t('sharedFee', { name: shared.qualifier.replace(/试验$/, '') })}</span>{' '}
        <Money amount={shared.amount} />
      </>
    ) : (
      <span className="muted">{t('sameGroup')}</span>
    );
  };
  const [today] = useState(() => chinaDay());
  return (
    <div className="sample-detail">
      <ReadOnlyFields
        columns={4}
        items={[
          ...(rawMaterial
            ? ([
                [t('purpose'), sample.projectOrPurpose || sample.testPart],
                [
                  t('amounts'),
                  [
                    `${sample.sampleNum} ${sample.sampleNumUnit}`.trim(),
                    `${sample.delegatesNum} ${sample.delegatesNumUnit}`.trim(),
                  ]
                    .filter(Boolean)
                    .join(' / '),
                ],
              ] as const)
            : ([
                [t('testItem'), sample.sampleNameLink || sample.testUnitSampleName, 2],
                [
                  t('groups'),
                  <span key="groups" className="numeric">
                    {sample.testGroupCount}
                  </span>,
                ],
                [
                  t('points'),
                  <span key="points" className="numeric">
                    {sample.testPointCount}
                  </span>,
                ],
              ] as const)),
          [t('afterTest'), sample.afterTestOperate],
          [t(rawMaterial ? 'description' : 'itemDescription'), sample.testSampleDescription],
          ...(sample.isTestUnitConfirmTestParam ? ([[t('reason'), sample.testReason, 2]] as const) : []),
          ...(sample.memo ? ([[t('memo'), sample.memo, 2]] as const) : []),
          ...sample.buSamplePropertyInfo
            .filter((property) => isAuxiliaryField(property) && property.value)
            .map(
              (property) =>
                [
                  propertyName(property, language()),
                  propertyValueText(property, { yes: t('checked'), no: t('unchecked'), language: language() }),
                ] as const,
            ),
          ...(sample.buSampleInfoRefSampleInfo.length > 0
            ? ([
                [
                  t('rawMaterials'),
                  sample.buSampleInfoRefSampleInfo
                    .map((row) => materialText(row, row.testParams))
                    .join(phraseSeparator()),
                  4,
                ],
              ] as const)
            : []),
          ...(sample.buSampleChild.length > 0
            ? ([[t('pieces'), sample.buSampleChild.map(pieceText).join(phraseSeparator()), 4]] as const)
            : []),
        ]}
      />
      {rows.length > 0 && (
        <table className="data-table" aria-label={`${sample.testUnitSampleName} ${t('parameters')}`}>
          <colgroup>
            <col style={{ width: '26%' }} />
            <col />
            <col />
            <col style={{ width: 64 }} />
            {fee && <col style={{ width: 150 }} />}
          </colgroup>
          <tbody>
            {rows.map((row) => (
              <tr key={row.tuTestParamId}>
                <td title={row.tuTestParamName}>
                  {row.tuTestParamName}
                  {row.tuTestParamCount > 1 && <span className="muted"> × {row.tuTestParamCount}</span>}
                </td>
                <td className="secondary">
                  {t('basis')} <Codes links={linksUsedFor(standardsOfParameter(sample, row), '1')} today={today} />
                </td>
                <td className="secondary">
                  {t('evaluation')} <Codes links={linksUsedFor(standardsOfParameter(sample, row), '2')} today={today} />
                </td>
                <td className="right secondary">
                  {row.paramWorkDay === null ? '' : t('days', { count: row.paramWorkDay })}
                </td>
                {fee && <td className="right">{feeText(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
};

type Props = {
  view: ConsignmentView;
  details: readonly SampleView[];
  mayComplete: boolean;
  /** Opens the form of a sample. */ onOpen(sampleId: string): void;
};

/**
 * The samples as submitted; each expands to its parameters. What is left to the laboratory is amber until it is
 * completed.
 */
export const AuditSamples = ({ view, details, mayComplete, onOpen }: Props) => {
  const t = useTexts(texts);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(view.samples.slice(0, 1).map(({ id }) => id)));
  const rawMaterial = view.consignType === CONSIGN_TYPE.rawMaterial;
  const showsFee = showsSampleFees(view);
  const fee = displayedFee(view);
  const groups = view.samples.reduce((sum, sample) => sum + sample.testGroupCount, 0);
  const allOpen = view.samples.every(({ id }) => open.has(id));
  const counts = { count: view.samples.length, groups };
  const summary =
    fee?.kind === 'estimated'
      ? t(rawMaterial ? 'summaryFee' : 'itemSummaryFee', { ...counts, fee: moneyText(fee.amount) })
      : t(rawMaterial ? 'summary' : 'itemSummary', counts);
  const toggle = (id: string) =>
    setOpen((current) => new Set(current.has(id) ? [...current].filter((other) => other !== id) : [...current, id]));
  const columns = (rawMaterial ? 6 : 5) + (showsFee ? 1 : 0);
  return (
    <Card
      padded={false}
      title={t(rawMaterial ? 'samples' : 'testItems')}
      after={<span className="aux muted numeric">{summary}</span>}
      extra={
        <Button
          size="small"
          variant="minimal"
          icon={allOpen ? <CollapseAll /> : <ExpandAll />}
          text={t(allOpen ? 'collapseAll' : 'expandAll')}
          onClick={() => setOpen(new Set(allOpen ? [] : view.samples.map(({ id }) => id)))}
        />
      }
    >
      <div className="audit-samples">
        <table className="data-table" aria-label={t(rawMaterial ? 'samples' : 'testItems')}>
          <colgroup>
            <col style={{ width: 44 }} />
            <col style={{ width: rawMaterial ? '24%' : '30%' }} />
            {rawMaterial ? (
              <>
                <col style={{ width: language() === 'zh' ? 56 : 76 }} />
                <col style={{ width: 140 }} />
              </>
            ) : (
              <col style={{ width: '21%' }} />
            )}
            <col />
            {showsFee && <col style={{ width: 96 }} />}
            <col style={{ width: 96 }} />
          </colgroup>
          <thead>
            <tr>
              <th className="whole">
                <span className="only-heard">{t('expand', { name: '' })}</span>
              </th>
              {rawMaterial ? (
                <>
                  <th>{t('sampleName')}</th>
                  <th className="right">{t('groups')}</th>
                  <th>{t('specification')}</th>
                </>
              ) : (
                <>
                  <th>{t('structure')}</th>
                  <th>{t('pile')}</th>
                </>
              )}
              <th>{t('parameters')}</th>
              {showsFee && <th className="right">{t('fee')}</th>}
              <th>{t('actions')}</th>
            </tr>
          </thead>
          <tbody>
            {view.samples.map((sample) => {
              const detail = details.find(({ id }) => id === sample.id);
              const isOpen = open.has(sample.id);
              const lacksParameters = sample.isTestUnitConfirmTestParam && !sample.isInputedTestParam;
              const lacksMaterialParameters = detail !== undefined && hasIncompleteMaterial(detail);
              return (
                <Fragment key={sample.id}>
                  <tr className={lacksParameters || lacksMaterialParameters ? 'waits' : ''}>
                    <td className="whole">
                      <Button
                        size="small"
                        variant="minimal"
                        aria-expanded={isOpen}
                        aria-label={t('expand', { name: sample.testUnitSampleName })}
                        icon={isOpen ? <ChevronDown /> : <ChevronRight />}
                        onClick={() => toggle(sample.id)}
                      />
                    </td>
                    {rawMaterial ? (
                      <>
                        <td className="strong" title={sample.sampleNameLink || sample.testUnitSampleName}>
                          {sample.testUnitSampleName}
                        </td>
                        <td className="right">{sample.testGroupCount}</td>
                        <td title={sample.specificationType}>{orDash(sample.specificationType || sample.testPart)}</td>
                      </>
                    ) : (
                      <>
                        <td title={itemStructure(sample)}>
                          <span className="strong">{itemStructure(sample)}</span>
                          <CatalogueItemName item={sample} />
                        </td>
                        <td title={sample.testPart}>{orDash(sample.testPart)}</td>
                      </>
                    )}
                    <td className="secondary" title={rawMaterial ? sample.testParams : sample.paramText}>
                      {!rawMaterial
                        ? sample.paramText
                        : detail && detail.tuSampleParamIds.length > 0
                          ? t('parameterCount', { count: detail.tuSampleParamIds.length })
                          : !lacksParameters && sample.testParams}
                      {sample.isTestUnitConfirmTestParam && (
                        <Tag minimal intent="warning" className="left-tag">
                          {t('leftToLab')}
                        </Tag>
                      )}
                    </td>
                    {showsFee && (
                      <td className="right">
                        {lacksParameters ? (
                          <span className="muted">{t('undetermined')}</span>
                        ) : (
                          <Money amount={sample.totalFee} />
                        )}
                      </td>
                    )}
                    <td className="whole">
                      {(sample.isTestUnitConfirmTestParam || lacksMaterialParameters) && mayComplete ? (
                        <Button
                          size="small"
                          variant="minimal"
                          intent="primary"
                          className={lacksParameters || lacksMaterialParameters ? 'strong' : ''}
                          text={t('complete')}
                          onClick={() => onOpen(sample.id)}
                        />
                      ) : (
                        <Button
                          size="small"
                          variant="minimal"
                          text={t('look')}
                          aria-label={`${t('look')} ${sample.testUnitSampleName}`}
                          onClick={() => onOpen(sample.id)}
                        />
                      )}
                    </td>
                  </tr>
                  {isOpen && detail && (
                    <tr className="detail-row">
                      <td colSpan={columns}>
                        <SampleDetail sample={detail} rawMaterial={rawMaterial} showsFee={showsFee} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
};
