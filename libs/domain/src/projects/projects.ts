import { decode, idOfStream, type Position, type Project, projectEvents } from '#events';
import { type AuditTrail, trailAfter, trailFrom } from '../changes/audit-trail.js';
import type { Projection } from '../projection.js';

/** `position`: where the log has that it was added. */
export type ProjectRow = Project & AuditTrail & { id: string; position: Position };

export const projects: Projection<ProjectRow> = {
  name: 'projects',
  version: 4,
  types: Object.keys(projectEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(projectEvents, event);
    switch (type) {
      case 'ProjectAdded':
        return { ...data, id, position: event.position, ...trailFrom(event) };
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
      /** Newest first goes by it: the clock may have been put back since. */
      position: { type: 'text', of: (row) => row.position },
    },
    search: (row) => `${row.projectName}\n${row.projectCode}`,
    indexes: [['consignUnitId', 'position'], ['position']],
  },
};
