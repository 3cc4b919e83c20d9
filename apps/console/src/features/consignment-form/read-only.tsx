import type { ConsignmentView } from '#contract';
import { ConsignmentFacts, OrganisationFacts } from '../../consignment/consignment-facts.js';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { showsSampleFees } from '../../consignment/fee.js';
import { SampleList } from './sample-list.js';
import { texts } from './texts.js';

/** The consignment to read: a description list, never disabled inputs (DESIGN 5). */
export const ReadOnlyConsignment = ({ view, onOpen }: { view: ConsignmentView; onOpen(sampleId: string): void }) => {
  const t = useTexts(texts);
  const rawMaterial = view.consignType === 1;
  const groups = view.samples.reduce((sum, sample) => sum + sample.testGroupCount, 0);
  return (
    <div className="stack">
      <Card title={t('organisation')} extra={<span className="aux muted">{t('readOnly')}</span>}>
        <OrganisationFacts view={view} />
      </Card>
      <Card title={t('basic')}>
        <ConsignmentFacts view={view} />
      </Card>
      <Card
        padded={false}
        title={t(rawMaterial ? 'samples' : 'testItems')}
        after={
          <span className="aux muted numeric">
            {rawMaterial
              ? t('sampleSummary', { count: view.samples.length, groups })
              : t('itemSummary', { count: view.samples.length })}
          </span>
        }
      >
        <SampleList
          samples={view.samples}
          consignType={view.consignType}
          showsFee={showsSampleFees(view)}
          readOnly
          onOpen={onOpen}
        />
      </Card>
    </div>
  );
};
