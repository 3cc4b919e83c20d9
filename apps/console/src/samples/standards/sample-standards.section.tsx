import { Manual } from '@blueprintjs/icons';
import { Card } from '../../components/field.js';
import { EmptyState } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import type { SampleForm } from '../editor/use-sample-form.js';
import type { SampleFormContext } from '../selection/offer.js';
import { sortByCode } from './standard-rows.js';
import { StandardTable, StandardTools } from './standards.dialog.js';
import { texts } from './standards.texts.js';

/** Section "standards" of simple input: one list for the whole sample, buSampleUseBaseStandard (STD-017). */
export const SampleStandards = ({
  form: { fields, selection, change },
  host,
  readOnly,
}: {
  form: SampleForm;
  host: SampleFormContext;
  readOnly: boolean;
}) => {
  const t = useTexts(texts);
  const rows = sortByCode(fields.buSampleUseBaseStandard);
  const { isNeedConclusion } = selection;
  const changeRows = (buSampleUseBaseStandard: typeof rows) => change({ buSampleUseBaseStandard });
  return (
    <Card
      padded={false}
      title={t('section')}
      extra={
        !readOnly && (
          <StandardTools
            testUnitId={host.testUnitId}
            rows={rows}
            isNeedConclusion={isNeedConclusion}
            onRows={changeRows}
          />
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={<Manual size={28} />} title={t('sectionEmpty')}>
          {t('sectionEmptyText')}
        </EmptyState>
      ) : (
        <div className="chosen-parameters">
          <StandardTable
            caption={t('section')}
            rows={rows}
            isNeedConclusion={isNeedConclusion}
            readOnly={readOnly}
            onRows={changeRows}
          />
        </div>
      )}
    </Card>
  );
};
