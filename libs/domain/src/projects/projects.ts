import { decode, idOfStream, projectEvents } from '#events';
import type { Projection } from '../projection.js';
import type { Project } from './project.js';

export type ProjectRow = Project & { id: string; creationTime: string };

export const projects: Projection<ProjectRow> = {
  name: 'projects',
  version: 1,
  types: Object.keys(projectEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project: (_row, event, id) => ({ ...decode(projectEvents, event).data, id, creationTime: event.metadata.at }),
  view: {
    columns: {
      consignUnitId: { type: 'text', of: (row) => row.consignUnitId },
      projectName: { type: 'text', of: (row) => row.projectName },
      projectCode: { type: 'text', of: (row) => row.projectCode },
      contractSectName: { type: 'text', of: (row) => row.contractSectName },
      creationTime: { type: 'text', of: (row) => row.creationTime },
    },
    search: (row) => `${row.projectName}\n${row.projectCode}`,
    indexes: [['consignUnitId', 'creationTime']],
  },
};
