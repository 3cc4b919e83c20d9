import { Button, Checkbox, TextArea } from '@blueprintjs/core';
import { Comparison, Manual, Properties } from '@blueprintjs/icons';
import { useState } from 'react';
import type { OfferedParameter, SampleView } from '#contract';
import { type FeeExplanation, INPUT_MODE, isSimple } from '#domain';
import { Card, Field } from '../../components/field.js';
import { Empty } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { chosenRows } from './chosen-rows.js';
import { ChosenTable } from './chosen-table.js';
import { conclusionTurned } from './conclusion.js';
import { isOn, type SampleHost } from './offer.js';
import { PackGroup } from './pack-group.js';
import { type Selection, withLinks } from './selection.js';
import type { StandardNames } from './standard-links.js';
import { StandardsDialog } from './standards.dialog.js';
import { texts as standardTexts } from './standards.texts.js';
import { texts } from './texts.js';
import { packMayGo } from './use-packs.js';

type Props = {
  host: SampleHost;
  sampleId: string;
  parameters: readonly OfferedParameter[];
  /** Rows as they were stored: what is said where nothing can be changed, and of a parameter that is no longer offered. */
  stored: SampleView['tuSampleParamIds'];
  selection: Selection;
  fee: FeeExplanation | null;
  names: StandardNames;
  readOnly: boolean;
  /** In simple input the standards are the sample's and stand in a section of their own (STD-017). */
  inputMethod?: number;
  /** Saving was tried without the reason why the institution is to determine the parameters. */
  reasonError?: string | undefined;
  onSelection(change: (now: Selection) => Selection): void;
  onSelect(): void;
};

/** Section "parameter information": what was chosen, with standards, counts and fees (001 SF-022). */
export const ChosenParameters = ({
  host,
  sampleId,
  parameters,
  stored,
  selection,
  fee,
  names,
  readOnly,
  inputMethod = INPUT_MODE.professional,
  reasonError,
  onSelection,
  onSelect,
}: Props) => {
  const t = useTexts(texts);
  const say = useTexts(standardTexts);
  /** Id of the parameter whose standards are open, '' for all of them. */
  const [standardsOf, setStandardsOf] = useState<string | null>(null);
  const rows = chosenRows(selection, readOnly ? [] : parameters, stored);
  const days = Math.max(0, ...rows.map((row) => row.days));
  const recommended = isOn(host.testUnitConfig, 'USING_RECOMMENDED_PARAMETER_STANDARD');
  const turnConclusion = async (on: boolean) => {
    const turn = await conclusionTurned(on, { selection, parameters, names, recommended, place: 'form' });
    if (turn) onSelection(turn);
  };
  /** Standards chosen by hand drop the pack, so the question comes before the dialog (001.md A-10). */
  const openStandards = async (id: string) => {
    if (await packMayGo(selection)) setStandardsOf(id);
  };
  const leftToLab = host.mayLeaveToLab && (
    <Checkbox
      className="check"
      label={t('leftToLab')}
      checked={selection.isLeftToLab}
      onChange={(event) => {
        const isLeftToLab = event.currentTarget.checked;
        onSelection((now) => ({ ...now, isLeftToLab }));
      }}
    />
  );
  const selectLink = (
    <Button
      className="parameter-verb"
      variant="outlined"
      intent="primary"
      icon={<Properties />}
      text={t('selectParameters')}
      onClick={onSelect}
    />
  );

  if (selection.isLeftToLab) {
    return (
      <Card title={t('parameterInfo')} extra={!readOnly && leftToLab}>
        <div className="row wide">
          <Comparison size={16} />
          <b>{t('leftToLabText')}</b>
        </div>
        {readOnly ? (
          <dl className="left-to-lab">
            <dt>{t('reasonLabel')}</dt>
            <dd>{selection.reason || '—'}</dd>
          </dl>
        ) : (
          <Field label={t('reasonLabel')} required error={reasonError} className="left-to-lab__reason">
            <TextArea
              fill
              autoResize
              name="testReason"
              maxLength={200}
              placeholder={t('reasonPlaceholder')}
              value={selection.reason}
              onChange={(event) => {
                const reason = event.currentTarget.value;
                onSelection((now) => ({ ...now, reason }));
              }}
            />
          </Field>
        )}
      </Card>
    );
  }
  return (
    <Card
      padded={false}
      title={t('parameterInfo')}
      after={
        rows.length > 0 && (
          <span className="aux muted numeric">
            {days > 0
              ? t('parameterSummary', { count: rows.length, days })
              : t('parameterSummaryNoDays', { count: rows.length })}
          </span>
        )
      }
      extra={
        !readOnly && (
          <>
            {leftToLab}
            <Checkbox
              className="check"
              label={t('needConclusion')}
              checked={selection.isNeedConclusion}
              onChange={(event) => void turnConclusion(event.currentTarget.checked)}
            />
            {!isSimple(inputMethod) && (
              <Button
                variant="outlined"
                icon={<Manual />}
                text={say('selectStandards')}
                disabled={rows.length === 0}
                onClick={() => void openStandards('')}
              />
            )}
            {selectLink}
          </>
        )
      }
    >
      {!readOnly && (
        <PackGroup
          host={host}
          sampleId={sampleId}
          selection={selection}
          parameters={parameters}
          names={names}
          onSelection={onSelection}
        />
      )}
      {rows.length === 0 ? (
        <Empty
          icon={<Properties size={28} />}
          title={t('noParameters')}
          actions={
            !readOnly && <Button intent="primary" variant="outlined" text={t('selectParameters')} onClick={onSelect} />
          }
        >
          {t('noParametersText')}
        </Empty>
      ) : (
        <ChosenTable
          host={host}
          rows={rows}
          selection={selection}
          fee={fee}
          names={names}
          readOnly={readOnly}
          recommended={recommended}
          showsStandards={!isSimple(inputMethod)}
          onSelection={onSelection}
          onStandards={(id) => void openStandards(id)}
        />
      )}
      {standardsOf !== null && (
        <StandardsDialog
          host={host}
          parameters={standardsOf ? rows.filter(({ id }) => id === standardsOf) : rows}
          single={standardsOf !== ''}
          names={names}
          isNeedConclusion={selection.isNeedConclusion}
          onClose={() => setStandardsOf(null)}
          onConfirmed={(links) => onSelection((now) => withLinks(now, links))}
        />
      )}
    </Card>
  );
};
