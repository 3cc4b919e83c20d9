import { useQuery } from '@tanstack/react-query';
import { getSampleExample } from '#contract';
import { showExamples } from '../../components/example-pictures.dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { unitReadOf } from '../../lib/pre-service.js';
import { texts } from './sample-form.texts.js';

/** The way to the pictures of how the form of a sample is filled in; nothing where there are none, or where they cannot be had, which is logged (001 LAB-007, AT-010). */
export const SampleExampleLink = ({ sampleId, testUnitId }: { sampleId: string; testUnitId: string | null }) => {
  const t = useTexts(texts);
  const { data: pictures = [] } = useQuery({
    ...unitReadOf(getSampleExample, { sampleId, ...(testUnitId ? { testUnitId } : {}) }),
    retry: false,
    meta: { quiet: true },
    staleTime: 60_000,
  });
  if (pictures.length === 0) return null;
  return (
    <button
      type="button"
      className="text-link aux"
      onClick={() => void showExamples({ title: t('fillInExample'), pictures })}
    >
      {t('fillInExample')}
    </button>
  );
};
