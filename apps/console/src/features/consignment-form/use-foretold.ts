import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ConsignmentView, getAllowedActions } from '#contract';
import { type Foretold, foretoldIn } from '../../consignment/foretold.js';
import { readOf } from '../../lib/queries.js';
import { type FormProblem, placeOf } from './form-problems.js';

/** One that is settled in the form of a sample, which it opens, or at a field of this form. */
export type ForetoldProblem = FormProblem & { code: string; opens: string | null };

/** What was foretold as a problem of the form. */
export const foretoldProblem = ({ code, message, sampleIds, path }: Foretold): ForetoldProblem => ({
  ...(sampleIds.length === 0 && path !== undefined ? placeOf(path) : { section: 'samples' as const, field: null }),
  sampleIds,
  message,
  code,
  opens: sampleIds[0] ?? null,
});

/** Why the server would refuse the consignment as it is stored, beyond what the form itself shows; asked anew with every revision, and only when the form is complete. */
export const useForetold = ({ id, revision }: ConsignmentView, isComplete: boolean): ForetoldProblem[] => {
  const asked = readOf(getAllowedActions, { id });
  const { data } = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, revision],
    enabled: isComplete,
    meta: { quiet: true },
  });
  return useMemo(() => (isComplete && data ? foretoldIn(data).map(foretoldProblem) : []), [isComplete, data]);
};

const FLAGS = {
  SAMPLES_WITHDRAWN: 'sampleWithdrawn',
  PARAMETERS_WITHDRAWN: 'parametersWithdrawn',
  PRICES_CHANGED: 'pricesChanged',
  SAMPLE_ATTACHMENTS_REQUIRED: 'filesMissing',
} as const;
export type SampleFlag = (typeof FLAGS)[keyof typeof FLAGS];

/** What the row of a sample says of it, the first told. */
export const flagsOf = (foretold: readonly ForetoldProblem[]): ReadonlyMap<string, SampleFlag> =>
  new Map(
    foretold
      .toReversed()
      .flatMap(({ code, sampleIds }) =>
        sampleIds.flatMap((id): [string, SampleFlag][] =>
          code in FLAGS ? [[id, FLAGS[code as keyof typeof FLAGS]]] : [],
        ),
      ),
  );
