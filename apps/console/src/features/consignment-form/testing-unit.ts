import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  getPreQualificationList,
  getProjectList,
  getTuQualificationsByTestUnitId,
  getUnitAddressList,
  type ProjectRow,
  type UnitAddressEntity,
} from '#contract';
import { sameId } from '#domain';
import { unitReadOf, useUnitService } from '../../lib/pre-service.js';
import { readOf } from '../../lib/queries.js';

/** An address in one line, as it is stored with the consignment. */
export const addressLine = (address: UnitAddressEntity): string => `${address.addressText}${address.addressDetail}`;

/** Addresses of a testing unit, the main one first; empty while they are read (CF-002). */
export const useUnitAddresses = (testUnitId: string | null): readonly UnitAddressEntity[] =>
  useQuery({
    ...readOf(getUnitAddressList, { unitId: testUnitId ?? '' }),
    enabled: testUnitId !== null,
    staleTime: 60_000,
  }).data ?? [];

/** Qualifications a testing unit holds, as its own system lists them where it has one (PRE-005), and the name of one of them. `failure`: that system does not say. */
export const useQualifications = (testUnitId: string | null, known: { id: string | null; name: string }) => {
  const service = useUnitService(testUnitId);
  const kept = useQuery({
    ...readOf(getTuQualificationsByTestUnitId, { testUnitId: testUnitId ?? '' }),
    enabled: testUnitId !== null && !service.isPending && !service.isIntegrated,
    staleTime: 60_000,
  });
  const told = useQuery({
    ...unitReadOf(getPreQualificationList, { testUnitId: testUnitId ?? '' }),
    enabled: service.isIntegrated,
    staleTime: 60_000,
    meta: { quiet: true },
  });
  const read: { data?: readonly { id: string; name: string }[] | undefined; isPending: boolean } = service.isIntegrated
    ? told
    : kept;
  const held = read.data ?? [];
  const options =
    known.id && !held.some(({ id }) => sameId(id, known.id)) ? [{ id: known.id, name: known.name }, ...held] : held;
  const nameOf = useCallback(
    (id: string | null): string =>
      id === null
        ? ''
        : sameId(id, known.id)
          ? known.name
          : (read.data?.find((held) => sameId(held.id, id))?.name ?? ''),
    [read.data, known.id, known.name],
  );
  return {
    options,
    nameOf,
    isPending: testUnitId !== null && read.isPending,
    failure: told.error && { error: told.error, again: told.refetch },
  };
};

/** The project of a consignment with its parties; null while it is read and for one that is only a name. */
export const useProject = (projectId: string | null, projectName: string): ProjectRow | null => {
  const read = useQuery({
    ...readOf(getProjectList, {
      search: projectName,
      skipCount: 0,
      maxResultCount: 50,
      getMyProject: 'false',
      ShowContractSectName: 'true',
    }),
    enabled: projectId !== null && projectName !== '',
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return read.data?.items.find((project) => sameId(project.id, projectId)) ?? null;
};
