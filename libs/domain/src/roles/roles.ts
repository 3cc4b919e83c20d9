import { type CustomRole, decode, idOfStream, roleEvents } from '#events';
import type { Projection } from '../projection.js';

/** A role that the administrator made. */
export type RoleRow = CustomRole & { id: string; revision: number };

export const roles: Projection<RoleRow> = {
  name: 'roles',
  version: 1,
  types: Object.keys(roleEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(_row, event, id) {
    const decoded = decode(roleEvents, event);
    if (decoded.type === 'RoleDeleted') return null;
    const { name, displayName, description, permissions } = decoded.data;
    return { id, revision: event.revision, name, displayName, description, permissions };
  },
  view: { columns: { name: { type: 'text', of: (row) => row.name.toLowerCase() } }, search: null, indexes: [['name']] },
};
