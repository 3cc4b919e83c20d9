import { useQuery } from '@tanstack/react-query';
import { type ConsignmentView, getConsignSignAccessoryList } from '#contract';
import { ConsignmentFacts } from '../../consignment/consignment-facts.js';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { showsSampleFees } from '../../consignment/fee.js';
import { SampleList } from './sample-list.js';
import { texts } from './texts.js';

/** The consignment to read: a description list, never disabled inputs (DESIGN 5). */
export const ReadOnlyConsignment = ({ view, onOpen }: { view: ConsignmentView; onOpen(sampleId: string): void }) => {
  const t = useTexts(texts);
  const rawMaterial = view.consignType === 1;
  const images = useQuery({ ...readOf(getConsignSignAccessoryList, { consignId: view.id }), meta: { quiet: true }, staleTime: 60_000 }).data ?? [];
  const groups = view.samples.reduce((sum, sample) => sum + sample.testGroupCount, 0);
  return (
    <div className="stack">
      <Card title={t('basic')} extra={<span className="aux muted">{t('readOnly')}</span>}><ConsignmentFacts view={view} /></Card>
      <Card padded={false} title={t(rawMaterial ? 'samples' : 'testItems')} after={<span className="aux muted numeric">{rawMaterial ? t('sampleSummary', { count: view.samples.length, groups }) : t('itemSummary', { count: view.samples.length })}</span>}>
        <SampleList samples={view.samples} consignType={view.consignType} showsFee={showsSampleFees(view)} readOnly onOpen={onOpen} />
      </Card>
      {images.length > 0 && <Card title={t('signatures')}><div className="row wrap wide">{images.map((image) => <img key={image.id} className="signature-image" src={image.url} alt={t('signatures')} />)}</div></Card>}
    </div>
  );
};
