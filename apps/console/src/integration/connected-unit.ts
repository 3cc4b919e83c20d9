import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { getConsginUnitById, getTestUnitById } from '#contract';
import { ROLE, UNIT_TYPE, type UnitType } from '#events';
import { ApiError, callOperation } from '../lib/http.js';
import { hasRole, useUser } from '../lib/session.js';

/**
 * The unit whose connections a page shows. `unitId` goes into requests: null for the own unit. `type`: 1 testing, 2
 * consigning.
 */
export type ConnectedUnit = { unitId: string | null; name: string; type: UnitType };

const unitOf = async (unitId: string, signal: AbortSignal): Promise<ConnectedUnit> => {
  try {
    const { testUnitName } = await callOperation(getTestUnitById, { query: { testUnitID: unitId }, signal });
    return { unitId, name: testUnitName, type: UNIT_TYPE.laboratory };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  const { name } = await callOperation(getConsginUnitById, { query: { id: unitId }, signal });
  return { unitId, name, type: UNIT_TYPE.client };
};

/**
 * The unit of this address: the own unit, or for an administrator that of `?unitId=`. `isUnitMissing`: the
 * administrator named no unit.
 */
export const useConnectedUnit = (): {
  unit: ConnectedUnit | undefined;
  isUnitMissing: boolean;
  error: unknown;
  retry(): void;
} => {
  const user = useUser();
  const [query] = useSearchParams();
  const isAdministrator = hasRole(user, ROLE.admin);
  const unitId = isAdministrator ? query.get('unitId') : null;
  const unitRead = useQuery({
    queryKey: ['ConnectedUnit', unitId],
    queryFn: ({ signal }) => unitOf(unitId ?? '', signal),
    enabled: unitId !== null,
    staleTime: 60_000,
    meta: { quiet: true },
  });
  if (!isAdministrator)
    return {
      unit: {
        unitId: null,
        name: user.unitName,
        type: user.unitType === UNIT_TYPE.client ? UNIT_TYPE.client : UNIT_TYPE.laboratory,
      },
      isUnitMissing: false,
      error: null,
      retry: () => undefined,
    };
  return {
    unit: unitRead.data,
    isUnitMissing: unitId === null,
    error: unitRead.error,
    retry: () => void unitRead.refetch(),
  };
};

/** The part of a request that names the unit. */
export const unitQuery = ({ unitId }: Pick<ConnectedUnit, 'unitId'>): { unitId?: string } =>
  unitId === null ? {} : { unitId };
