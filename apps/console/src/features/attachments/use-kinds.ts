import { useQuery } from '@tanstack/react-query';
import { getAccessoryTypes } from '#contract';
import { isRawMaterial } from '#domain';
import { readOf } from '../../lib/queries.js';

/** The kinds of files a consignment of this kind takes: type 0 for raw material, 1 for any other (AT-001). */
export const useKinds = (consignType: number, testUnitId: string | null) =>
  useQuery({
    ...readOf(getAccessoryTypes, {
      type: isRawMaterial(consignType) ? 0 : 1,
      containsIsDeleted: 'false',
      ...(testUnitId ? { testUnitId } : {}),
    }),
    meta: { quiet: true },
    staleTime: Infinity,
  });
