import { z } from 'zod';
import { Guid, operation } from './operation.js';
import { ProjectRow } from './unit.contract.js';
import { line, paragraphs } from './texts.js';

const S = '/api/services/app/BaProject/';

/** A project whole; `revision` goes into If-Match. */
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
/** An absent member stays as it is; consignUnitId null makes it nobody's own. */
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
         * false asks: a name that another project of the unit bears is refused. Absent or true takes it, as the
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
