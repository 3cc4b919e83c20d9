import type { WorkbookReport } from '#contract';
import { orNothing } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { wordOf } from './fact-words.js';
import { wordOfLevel } from './keep-level.js';
import { wordOfList } from './keep-list.js';
import { texts } from './texts.js';

type Changed = {
  key: string;
  code: string;
  name: string;
  changes: WorkbookReport['changes'][number]['changes'];
  word(field: string, member: string): string;
};

const LISTS = ['字典', '资质'];
const LEVELS = '分类';
const wordIn = (sheet: string) => (sheet === LEVELS ? wordOfLevel : LISTS.includes(sheet) ? wordOfList : wordOf);

/** What a workbook would change: samples by their codes, then everything else by its sheet. */
export const WorkbookChanges = ({
  report: { changes, others },
}: {
  report: Pick<WorkbookReport, 'changes' | 'others'>;
}) => {
  const t = useTexts(texts);
  const all: Changed[] = [
    ...changes.map(({ sampleId, sampleCode, sampleName, changes: told }) => ({
      key: sampleId,
      code: sampleCode,
      name: sampleName,
      changes: told,
      word: wordOf,
    })),
    ...others.map(({ sheet, id, name, changes: told }) => ({
      key: `${sheet}/${id}`,
      code: sheet,
      name,
      changes: told,
      word: wordIn(sheet),
    })),
  ];
  const shown = (value: string) => orNothing(value === 'true' ? t('yes') : value === 'false' ? t('no') : value);
  return (
    <div className="workbook-changes" role="region" aria-label={t('changeList')}>
      {all.map(({ key, code, name, changes: told, word }) => (
        <details key={key} open={all.length <= 3}>
          <summary>
            <span className="numeric">{code}</span> {name}
            <span className="muted"> · {told.length}</span>
          </summary>
          <table className="data-table" aria-label={name}>
            <colgroup>
              <col style={{ width: '40%' }} />
              <col />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th>{t('field')}</th>
                <th>{t('before')}</th>
                <th>{t('after')}</th>
              </tr>
            </thead>
            <tbody>
              {told.map(({ field, about, member, old, new: now }) => (
                <tr key={`${field}/${about}/${member}/${now}`}>
                  <td>{[about, word(field, member)].filter(Boolean).join(' · ')}</td>
                  <td className="secondary">{shown(old)}</td>
                  <td>{shown(now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
};
