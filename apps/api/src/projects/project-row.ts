import type { ProjectRow } from '#contract';
import type { Project } from '#domain';

/** Sections are told only where the unit has switched them on and the caller asks (ShowContractSectName). */
export const toProjectRow = (
  {
    id,
    projectName,
    projectCode,
    description,
    contractSectName,
    consignUnitId,
    consignUnitName,
    constructionUnit,
    constructionJzunit,
    jzunit,
  }: Project & { id: string },
  showSection: boolean,
): ProjectRow => ({
  id,
  projectName,
  projectCode,
  description,
  consignUnitId,
  consignUnitName,
  constructionUnit,
  constructionJzunit,
  jzunit,
  ...(showSection ? { contractSectName } : {}),
});
