import { Manual } from '@blueprintjs/icons';
import { Card } from '../../components/field.js';
import { Empty } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import type { SampleHost } from './offer.js';
import { inCodeOrder } from './standard-rows.js';
import { StandardTable } from './standard-table.js';
import { StandardTools } from './standard-tools.js';
import { texts } from './standards.texts.js';
import type { SampleForm } from './use-sample-form.js';

/** Section "standards" of simple input: one list for the whole sample, buSampleUseBaseStandard (STD-017). */
export const SampleStandards = ({
  form: { fields, selection, change },
  host,
  readOnly,
}: {
  form: SampleForm;
  host: SampleHost;
  readOnly: boolean;
}) => {
  const t = useTexts(texts);
  const rows = inCodeOrder(fields.buSampleUseBaseStandard);
  const { isNeedConclusion } = selection;
  const put = (buSampleUseBaseStandard: typeof rows) => change({ buSampleUseBaseStandard });
  return (
    <Card
      padded={false}
      title={t('section')}
      extra={
        !readOnly && (
          <StandardTools testUnitId={host.testUnitId} rows={rows} isNeedConclusion={isNeedConclusion} onRows={put} />
        )
      }
    >
      {rows.length === 0 ? (
        <Empty icon={<Manual size={28} />} title={t('sectionEmpty')}>
          {t('sectionEmptyText')}
        </Empty>
      ) : (
        <div className="chosen-parameters">
          <StandardTable
            caption={t('section')}
            rows={rows}
            isNeedConclusion={isNeedConclusion}
            readOnly={readOnly}
            onRows={put}
          />
        </div>
      )}
    </Card>
  );
};
