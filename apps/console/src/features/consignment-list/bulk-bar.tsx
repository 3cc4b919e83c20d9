import { Button } from '@blueprintjs/core';
import type { ConsignmentListRow } from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { type BulkVerb, bulkVerbs } from './bulk-verbs.js';
import { texts } from './texts.js';

type BulkBarProps = { rows: readonly ConsignmentListRow[]; onVerb(verb: BulkVerb): void; onClear(): void };

/** What may be done with the chosen rows, with the count inside each verb; the rest is explained (DESIGN 4). */
export const BulkBar = ({ rows, onVerb, onClear }: BulkBarProps) => {
  const t = useTexts(texts);
  const user = useUser();
  if (rows.length === 0) return null;
  const nameOf = (row: ConsignmentListRow): string => row.consignCode || `${t('draft')} ${row.testContent}`;
  const verbs = bulkVerbs(rows, user, t);
  const toSubmit = verbs.find(({ name }) => name === 'submit');
  const [firstRefused] = toSubmit?.refused ?? [];
  const explain = () =>
    void alertUser({
      title: t('look'),
      message: verbs
        .flatMap((verb) =>
          verb.refused.length === 0
            ? []
            : [
                `${t('cannot', { verb: verb.text.replace(/\s?[（(].*$/, '') })}：`,
                ...verb.refused.map(({ row, reason }) => `　${nameOf(row)}：${reason}`),
              ],
        )
        .join('\n'),
    });
  return (
    <div className="bulk-bar" role="region" aria-label={t('chosen', { n: rows.length })}>
      <span className="strong">{t('chosen', { n: rows.length })}</span>
      {verbs.map((verb) => (
        <Button
          key={verb.name}
          size="small"
          text={verb.text}
          title={verb.able.length === 0 ? verb.refused[0]?.reason : undefined}
          onClick={() => onVerb(verb)}
          {...(verb === verbs[0] && verb.able.length > 0
            ? { intent: 'primary' as const }
            : { variant: 'outlined' as const, className: verb.able.length === 0 ? 'forbidden' : '' })}
        />
      ))}
      {toSubmit && firstRefused && (
        <>
          <span className="aux secondary ellipsis">
            {t('notSubmittable', { n: toSubmit.refused.length, reason: firstRefused.reason })}
          </span>
          <button type="button" className="link-button aux" onClick={explain}>
            {t('look')}
          </button>
        </>
      )}
      <Button className="push" size="small" variant="minimal" text={t('clearChosen')} onClick={onClear} />
      <span className="key-hint only-wide">Esc</span>
    </div>
  );
};
