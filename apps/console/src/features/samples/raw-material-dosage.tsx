import { orNothing } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { RawMaterialNumber } from './raw-material-number.js';
import { texts } from './raw-material.texts.js';
import type { RawMaterials } from './use-raw-materials.js';

/** The dosage table: the same rows, how much of each goes into a cubic metre (RM-001). */
export const RawMaterialDosage = ({ materials, readOnly }: { materials: RawMaterials; readOnly: boolean }) => {
  const t = useTexts(texts);
  return (
    <div className="raw-materials__table">
      <h3 id="raw-material-dosage">{t('dosageTable')}</h3>
      <table className="data-table" aria-labelledby="raw-material-dosage">
        <colgroup>
          <col style={{ width: 44 }} />
          <col style={{ width: 224 }} />
          <col />
          <col style={{ width: 176 }} />
          <col style={{ width: 176 }} />
        </colgroup>
        <thead>
          <tr>
            <th className="right">
              <span className="only-heard">#</span>
            </th>
            <th>{t('material')}</th>
            <th>{t('specification')}</th>
            <th className="right">{t('recommendedDosage')}</th>
            <th className="right">{t('dosage')}</th>
          </tr>
        </thead>
        <tbody>
          {materials.rows.map((row, index) => {
            const number = (name: 'recommendedDosage' | 'dosage') => (
              <RawMaterialNumber
                label={`${t('row', { n: index + 1 })} ${t(name)}`}
                value={row[name]}
                readOnly={readOnly}
                onNumber={(typed) => materials.change(row.id, (now) => ({ ...now, [name]: typed }))}
              />
            );
            return (
              <tr key={row.id}>
                <td className="right muted cell-number">{index + 1}</td>
                <td className="cell-material" title={row.sampleName}>
                  {orNothing(row.sampleName)}
                </td>
                <td className="secondary cell-more" data-label={t('specification')} title={row.specificationType}>
                  {orNothing(row.specificationType)}
                </td>
                <td className="right whole cell-more" data-label={t('recommendedDosage')}>
                  {number('recommendedDosage')}
                </td>
                <td className="right whole cell-more" data-label={t('dosage')}>
                  {number('dosage')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};
