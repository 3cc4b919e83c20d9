import { decode, idOfStream, type Project, projectEvents } from '#events';
import { type AuditTrail, trailAfter, trailFrom } from '../changes/audit-trail.js';
import type { Projection } from '../projection.js';

export type ProjectRow = Project & AuditTrail & { id: string };

export const projects: Projection<ProjectRow> = {
  name: 'projects',
  version: 3,
  types: Object.keys(projectEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(projectEvents, event);
    switch (type) {
      case 'ProjectAdded':
        return { ...data, id, ...trailFrom(event) };
      case 'ProjectChanged':
        return row && { ...row, ...data, ...trailAfter(event) };
      case 'ProjectDeleted':
        return null;
    }
  },
  view: {
    columns: {
      consignUnitId: { type: 'text', of: (row) => row.consignUnitId },
      projectName: { type: 'text', of: (row) => row.projectName },
      projectCode: { type: 'text', of: (row) => row.projectCode },
      contractSectName: { type: 'text', of: (row) => row.contractSectName },
      creationTime: { type: 'text', of: (row) => row.creationTime },
    },
    search: (row) => `${row.projectName}\n${row.projectCode}`,
    indexes: [['consignUnitId', 'creationTime'], ['creationTime']],
  },
};
