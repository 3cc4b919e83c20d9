import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ConsignmentView, getAllowedActions } from '#contract';
import { type Foretold, foretoldIn } from '../../consignment/foretold.js';
import { readOf } from '../../lib/queries.js';
import type { FormProblem } from './form-problems.js';

/** One that is settled in a sample's own form. */
export type ForetoldProblem = FormProblem & { code: string; opens: string };

const problemOf = ({ code, message, sampleIds }: Foretold): ForetoldProblem => ({
  section: 'samples',
  field: null,
  sampleIds,
  message,
  code,
  opens: sampleIds[0] ?? '',
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
  return useMemo(() => (isComplete && data ? foretoldIn(data).map(problemOf) : []), [isComplete, data]);
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
