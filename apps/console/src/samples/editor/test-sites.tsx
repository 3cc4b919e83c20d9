import { Button, InputGroup } from '@blueprintjs/core';
import { MapMarker } from '@blueprintjs/icons';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useRef, useState } from 'react';
import { COUNT_RANGE, LIMITS } from '#domain/consignment';
import { readCount, type CountInputValue, countInputProblem } from '#domain/numbers';
import { siteRows, applyTestSites, limitSites } from '#domain/sample';
import { AppDialog } from '../../components/app-dialog.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/test-sites.json' with { type: 'json' };
import es from '../../locales/es/test-sites.json' with { type: 'json' };
import zh from '../../locales/zh/test-sites.json' with { type: 'json' };
import { isCellBlock, parsePastedCells } from '../pieces/pieces.section.js';
import { groupCount, type SampleFields } from './sample-draft.js';
import './test-sites.css';

const texts = defineTexts('test-sites', {
  zh,
  en,
  es,
});

type RowProps = {
  index: number;
  site: string;
  label: string;
  onChange(index: number, site: string): void;
  onPaste(index: number, event: ClipboardEvent): void;
};

/** A row does not render again while others are typed in, because there may be 999 of them. */
const SiteRow = memo(({ index, site, label, onChange, onPaste }: RowProps) => (
  <tr>
    <td className="right numeric">{index + 1}</td>
    <td className="whole">
      <input
        className="bp6-input bp6-fill"
        aria-label={label}
        maxLength={LIMITS.text}
        value={site}
        onChange={(event) => onChange(index, event.currentTarget.value)}
        onPaste={(event) => onPaste(index, event)}
      />
    </td>
  </tr>
));

type TestSitesDialogProps = { testPart: string; groups: number; onClose(): void; onSet(entries: string[]): void };

/**
 * One site per group, for raw material (001 TS-001, TS-002). Enter goes to the next row; a pasted column fills the rows
 * below.
 */
const TestSitesDialog = ({ testPart, groups, onClose, onSet }: TestSitesDialogProps) => {
  const t = useTexts(texts);
  const [entries, setEntries] = useState(() => siteRows(testPart, groups));
  const change = useCallback(
    (changedIndex: number, site: string) =>
      setEntries((current) => current.map((entry, index) => (index === changedIndex ? site : entry))),
    [],
  );
  const paste = useCallback(
    (startIndex: number, event: ClipboardEvent) => {
      const cells = parsePastedCells(event.clipboardData.getData('text/plain'));
      if (!isCellBlock(cells)) return;
      event.preventDefault();
      // The first column with content: a selection of a whole row includes empty ones.
      const sites = cells.map((row) => (row.find((cell) => cell !== '') ?? '').slice(0, LIMITS.text));
      setEntries((current) => current.map((entry, index) => sites[index - startIndex] ?? entry));
      const excess = startIndex + sites.length - groups;
      if (excess > 0) toastWarning(t('tooMany', { n: excess }));
      else toastSuccess(t('pasted', { n: sites.length }));
    },
    [groups, t],
  );
  const confirm = () => {
    onSet(entries);
    onClose();
  };
  const focusNextOnEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const inputs = [...event.currentTarget.querySelectorAll('input')];
    const index = inputs.indexOf(event.target as HTMLInputElement);
    event.preventDefault();
    inputs[index + 1]?.focus();
  };
  return (
    <AppDialog
      title={t('title')}
      width={400}
      hasUnsavedInput={entries.some((entry, index) => entry !== siteRows(testPart, groups)[index])}
      onClose={onClose}
      onConfirm={confirm}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('confirm')} onClick={confirm} />
        </>
      }
    >
      <div className="test-sites" role="presentation" onKeyDown={focusNextOnEnter}>
        <table className="data-table" aria-label={t('site')}>
          <colgroup>
            <col style={{ width: 56 }} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th className="right">{t('group')}</th>
              <th>{t('site')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((site, index) => (
              <SiteRow
                key={index}
                index={index}
                site={site}
                label={t('siteOfGroup', { n: index + 1 })}
                onChange={change}
                onPaste={paste}
              />
            ))}
          </tbody>
        </table>
      </div>
      {groups > 1 && <p className="aux muted test-sites__hint">{t('pasteHint')}</p>}
    </AppDialog>
  );
};

type Props = {
  /** Of the field around it. */
  id?: string;
  fields: Pick<SampleFields, 'testPart' | 'projectOrPurpose' | 'testGroupCount'>;
  onChange(part: Partial<SampleFields>): void;
};

/** The sites of raw material as one text; a dialog edits them, one per group. */
export const TestSitesField = ({ fields, onChange, ...field }: Props) => {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const groups = groupCount(fields);
  const open = () => setOpen(true);
  return (
    <>
      <InputGroup
        {...field}
        fill
        readOnly
        name="testPart"
        title={fields.testPart}
        value={fields.testPart}
        className="picker-input"
        onClick={open}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && (event.key === 'Enter' || event.key === ' ')) {
            event.preventDefault();
            open();
          }
        }}
        rightElement={
          <Button
            variant="minimal"
            size="small"
            icon={<MapMarker />}
            aria-label={t('setSites')}
            title={t('setSites')}
            onClick={open}
          />
        }
      />
      {isOpen && (
        <TestSitesDialog
          testPart={fields.testPart}
          groups={groups}
          onClose={() => setOpen(false)}
          onSet={(entries) => onChange(applyTestSites(fields, entries))}
        />
      )}
    </>
  );
};

type Sites = Pick<SampleFields, 'testPart' | 'projectOrPurpose'>;

const isSame = (left: Sites, right: Sites): boolean =>
  left.testPart === right.testPart && left.projectOrPurpose === right.projectOrPurpose;

/**
 * Adapts the sites to another group count (TS-003). While the user types 12 the count is 1 for a moment: the sites that
 * this cut off come back with the next digit, unless something else was typed meanwhile.
 */
export const useTestSitesForGroups = (fields: Sites): ((count: CountInputValue) => Partial<SampleFields>) => {
  const lastCut = useRef<{ allSites: Sites; remainingSites: Sites } | null>(null);
  return (count) => {
    const currentSites: Sites = { testPart: fields.testPart, projectOrPurpose: fields.projectOrPurpose };
    const allSites =
      lastCut.current && isSame(lastCut.current.remainingSites, currentSites) ? lastCut.current.allSites : currentSites;
    const groups = readCount(count);
    // Nothing is cut while the count is blank or wrong.
    if (groups === null || countInputProblem(count, COUNT_RANGE)) return { testGroupCount: count };
    const remainingSites = limitSites(allSites, groups);
    lastCut.current = { allSites, remainingSites };
    return { testGroupCount: count, ...remainingSites };
  };
};
