import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, useState } from 'react';
import { crossTypeUses, messageOfProblem, missingStandardsProblem, missingUses, type StandardUse } from '#domain';
import type { StandardLink } from '#events';
import { alertUser } from '../../components/alert-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { succeed, warn } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import type { ChoosableParameter } from './chosen-rows.js';
import { isOn, type SampleHost } from './offer.js';
import { codeOf, type StandardNames } from './standard-links.js';
import { inUse, rowsOf, withStandard } from './standard-rows.js';
import { StandardTable } from './standard-table.js';
import { StandardTools } from './standard-tools.js';
import { texts } from './standards.texts.js';

type Props = {
  host: SampleHost;
  /** Several with a list of them at the left; one alone is edited without it. */
  parameters: readonly ChoosableParameter[];
  single?: boolean;
  names: StandardNames;
  isNeedConclusion: boolean;
  onClose(): void;
  onConfirmed(links: ReadonlyMap<string, StandardLink[]>): void;
};

/** 选择标准信息 (STD-007, STD-008): which standards each parameter is tested by and evaluated against. */
export const StandardsDialog = ({
  host,
  parameters,
  single = false,
  names,
  isNeedConclusion,
  onClose,
  onConfirmed,
}: Props) => {
  const t = useTexts(texts);
  const [rowsById, setRowsById] = useState<ReadonlyMap<string, StandardLink[]>>(
    () => new Map(parameters.map(({ id, links, parameter }) => [id, rowsOf(links, parameter, names)])),
  );
  const [touched, setTouched] = useState(false);
  const [currentId, setCurrentId] = useState(parameters[0]?.id ?? '');
  const current = parameters.find(({ id }) => id === currentId);
  const rows = rowsById.get(currentId) ?? [];
  const put = (next: StandardLink[]) => {
    setTouched(true);
    setRowsById(new Map(rowsById).set(currentId, next));
  };
  /** One standard for every parameter it applies to; says which ones did not take it. */
  const useEverywhere = (row: StandardLink, only: boolean) => {
    const isOffered = parameters.some(({ parameter }) =>
      [...(parameter?.standards ?? []), ...(parameter?.basis ?? [])].some(
        ({ uniqueKey, standardId }) => uniqueKey === row.limsUniqueKey || standardId === row.baBaseStandardId,
      ),
    );
    const changed = parameters.map((parameter) => ({
      ...parameter,
      rows: withStandard(rowsById.get(parameter.id) ?? [], row, { isOffered, only }),
    }));
    const left = changed.filter((each) => each.rows === null);
    setTouched(true);
    setRowsById(new Map(changed.map((each) => [each.id, each.rows ?? rowsById.get(each.id) ?? []])));
    const told = { name: codeOf(row), count: parameters.length - left.length };
    if (left.length === 0) return succeed(t('everywhereDone', told));
    warn(
      t('everywhereLeft', {
        ...told,
        left: left.length,
        names: left.map(({ name }) => name).join(t('listComma')),
      }),
    );
  };
  const chosenOf = (id: string) => inUse(rowsById.get(id) ?? []);

  /** The first parameter that lacks a standard, where the unit works with recommended ones (STD-014). */
  const missing = () => {
    if (!isOn(host.testUnitConfig, 'USING_RECOMMENDED_PARAMETER_STANDARD')) return null;
    for (const { id, name, parameter } of parameters) {
      const found =
        parameter &&
        missingStandardsProblem(
          name,
          missingUses({ offered: parameter, links: chosenOf(id), ofSample: [], isNeedConclusion }),
        );
      if (found) return { id, message: messageOfProblem(found, language()) };
    }
    return null;
  };
  const crossed = (): string[] =>
    parameters.flatMap(({ id, name }) => {
      const uses = crossTypeUses(chosenOf(id));
      const said = (use: StandardUse, key: 'crossAsBasis' | 'crossAsEvaluation') => {
        const standards = uses.filter((each) => each.use === use).map(({ link }) => codeOf(link));
        return standards.length > 0 ? [t(key, { parameter: name, standards: standards.join(t('listComma')) })] : [];
      };
      return [...said('1', 'crossAsBasis'), ...said('2', 'crossAsEvaluation')];
    });
  const confirm = async () => {
    const lacking = missing();
    if (lacking) {
      setCurrentId(lacking.id);
      return warn(lacking.message);
    }
    const warnings = crossed();
    if (
      warnings.length > 0 &&
      !(await alertUser({
        title: t('crossTitle'),
        message: warnings.join('\n'),
        confirm: t('continueSaving'),
        cancel: t('cancel'),
        intent: 'warning',
      }))
    )
      return;
    onConfirmed(new Map(parameters.map(({ id }) => [id, chosenOf(id)])));
    onClose();
  };
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = by && parameters[parameters.findIndex(({ id }) => id === currentId) + by];
    if (!next) return;
    event.preventDefault();
    setCurrentId(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-parameter="${next.id}"]`)?.focus();
  };

  return (
    <AppDialog
      title={t('selectTitle')}
      width={single ? 900 : 1200}
      hasUnsavedInput={touched}
      onClose={onClose}
      onConfirm={() => void confirm()}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button
            intent="primary"
            text={t('confirm')}
            endIcon={<span className="key-hint on-primary">Ctrl ↵</span>}
            onClick={() => void confirm()}
          />
        </>
      }
    >
      <div className="standards-dialog">
        {!single && (
          <div
            className="standards-dialog__parameters"
            role="listbox"
            tabIndex={-1}
            aria-label={t('parameters')}
            onKeyDown={walk}
          >
            {parameters.map(({ id, name }) => (
              <div
                key={id}
                role="option"
                data-parameter={id}
                aria-selected={id === currentId}
                tabIndex={id === currentId ? 0 : -1}
                onClick={() => setCurrentId(id)}
                onKeyDown={(event) => {
                  if (event.key === ' ') setCurrentId(id);
                }}
              >
                <span className="ellipsis" title={name}>
                  {name}
                </span>
                <span className="aux muted numeric push nowrap">{t('chosen', { count: chosenOf(id).length })}</span>
              </div>
            ))}
            {parameters.length === 0 && (
              <div className="muted standards-dialog__none" role="presentation">
                {t('noData')}
              </div>
            )}
          </div>
        )}
        <div className="standards-dialog__standards">
          <div className="row standards-dialog__tools">
            <StandardTools
              testUnitId={host.testUnitId}
              rows={rows}
              isNeedConclusion={isNeedConclusion}
              disabled={!current}
              onRows={put}
            />
          </div>
          {current && (
            <StandardTable
              caption={`${t('selectTitle')} ${current.name}`}
              rows={rows}
              isNeedConclusion={isNeedConclusion}
              onRows={put}
              {...(parameters.length > 1 ? { onEverywhere: useEverywhere } : {})}
            />
          )}
          {current && rows.length === 0 && <p className="muted dense standards-dialog__none">{t('noStandards')}</p>}
        </div>
      </div>
    </AppDialog>
  );
};
