import { decode, idOfStream, settingsEvents } from '#events';
import type { Projection } from '../projection.js';
import { parseControlParams, type UnitConfig } from './control-params.js';

/** Settings of one unit; `params` as stored, `config` as flags. unitType 1 testing unit, 2 consigning unit. */
export type UnitSettingsRow = { id: string; unitType: 1 | 2; params: Record<string, string>; config: UnitConfig };

export const unitSettings: Projection<UnitSettingsRow> = {
  name: 'unitSettings',
  version: 1,
  types: Object.keys(settingsEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { unitType, params: changed } = decode(settingsEvents, event).data;
    const params = { ...row?.params, ...changed };
    return { id, unitType, params, config: parseControlParams(params) };
  },
  view: { columns: { unitType: { type: 'integer', of: (row) => row.unitType } }, search: null, indexes: [] },
};
