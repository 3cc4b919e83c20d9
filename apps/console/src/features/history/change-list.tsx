import { ArrowRight } from '@blueprintjs/icons';
import type { HistoryChangeView } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** Old and new of one field, on amber (DESIGN 12); what came or went says so. */
export const Changed = ({ change }: { change: HistoryChangeView }) => {
  const t = useTexts(texts);
  const { how, old, new: now } = change;
  if (how === 'added')
    return (
      <span className="changed">
        <ins>
          <span aria-hidden>+ </span>
          <span className="only-heard">{t('added')} </span>
          {now}
        </ins>
      </span>
    );
  if (how === 'removed')
    return (
      <span className="changed">
        <span className="only-heard">{t('removed')} </span>
        <del>{old}</del>
      </span>
    );
  return (
    <span className="changed">
      {old === null ? <span className="muted">{t('nothing')}</span> : <del>{old}</del>}
      <ArrowRight size={12} aria-label={t('toNew')} />
      {now === null ? <span className="muted">{t('nothing')}</span> : <ins>{now}</ins>}
    </span>
  );
};

/** The changes of one part: what the form calls the field, and how it changed. */
export const ChangeTable = ({ title, changes }: { title: string; changes: readonly HistoryChangeView[] }) => {
  const t = useTexts(texts);
  return (
    <table className="change-table" aria-label={title}>
      <colgroup>
        <col className="change-name" />
        <col />
      </colgroup>
      <thead className="only-heard">
        <tr>
          <th scope="col">{t('item')}</th>
          <th scope="col">{t('change')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.path} ${change.label} ${change.how}`}>
            <th scope="row">{change.name}</th>
            <td>
              <Changed change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** All changes, a heading a part, in the order of the form. */
export const ChangeList = ({ changes }: { changes: readonly HistoryChangeView[] }) => {
  const titles = [...new Set(changes.map(({ title }) => title))];
  return titles.map((title) => (
    <section key={title} className="change-part">
      <h3 className="dense strong">{title}</h3>
      <ChangeTable title={title} changes={changes.filter((change) => change.title === title)} />
    </section>
  ));
};
