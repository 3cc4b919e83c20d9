import { z } from 'zod';
import { Guid, operation } from './operation.js';
import { ProjectRow } from './unit.contract.js';
import { line, paragraphs } from './texts.js';

const S = '/api/services/app/BaProject/';

/** A complete project. `revision` is for If-Match. */
export const ProjectDetail = ProjectRow.extend({
  contractSectName: z.string(),
  revision: z.number(),
  creationTime: z.string(),
});
export type ProjectDetail = z.infer<typeof ProjectDetail>;

export const getProjectById = operation({
  name: 'GetProjectById',
  method: 'GET',
  path: `${S}GetProjectById`,
  summary: 'One project',
  source: 'PJ-003',
  query: z.object({ id: Guid }),
  result: ProjectDetail,
});
const text = line(1000);
/** An absent member stays unchanged. With consignUnitId null the project belongs to no unit. */
export const updateProject = operation({
  name: 'UpdateProject',
  method: 'PUT',
  path: `${S}UpdateProject`,
  summary: 'Changes a project',
  source: 'PJ-003',
  body: z.object({
    id: Guid,
    ...z
      .object({
        projectName: text,
        projectCode: text,
        contractSectName: text,
        description: paragraphs(5000),
        consignUnitId: Guid.nullable(),
        constructionUnit: text,
        constructionJzunit: text,
        jzunit: text,
        /**
         * With false, a name that another project of the unit has is refused. Absent or true accepts it, as the
         * specification does.
         */
        sameNameConfirmed: z.boolean(),
      })
      .partial().shape,
  }),
  result: ProjectDetail,
});
export const deleteProject = operation({
  name: 'DeleteProject',
  method: 'DELETE',
  path: `${S}DeleteProject`,
  summary: 'Deletes a project that no consignment names',
  source: 'PJ-003',
  query: z.object({ id: Guid, reason: paragraphs(1000).default('') }),
  result: z.literal(true),
});
