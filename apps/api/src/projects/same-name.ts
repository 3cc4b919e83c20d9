import { foldedForSearch, problem, projects, refuseIf, sameId, type ProjectRow } from '#domain';
import type { Engines } from '#engines';
import { upToDate } from '../http/fresh.js';

type Named = { id: string; projectName: string; consignUnitId: string | null };

/**
 * Asks before a second project of a unit gets a name that another one bears, however it is spelt. Only callers that can ask their user
 * want this; two that come at the same moment are both taken.
 * @throws RuleBroken with `code`
 */
export const refuseSameName = async (
  engines: Engines,
  { id, projectName, consignUnitId }: Named,
  code: 'PROJECT_NAME_EXISTS' | 'PROJECT_RENAME_EXISTS',
): Promise<void> => {
  const name = foldedForSearch(projectName);
  if (name === '') return;
  await upToDate(engines, projects);
  const { rows } = await engines.views.find<ProjectRow>(projects, {
    where: [{ column: 'consignUnitId', eq: consignUnitId }],
    search: projectName,
    withoutTotal: true,
  });
  const twin = rows.find((row) => !sameId(row.id, id) && foldedForSearch(row.projectName) === name);
  refuseIf(twin ? problem(code, {}, 'projectName') : null);
};
