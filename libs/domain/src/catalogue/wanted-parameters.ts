import { decode, idOfStream, type WantedParameterEvent, wantedParameterEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';

/** Records that a user wants a parameter that is not yet offered. Each repetition counts (001 SS-023). */
export type RecordDemandCommand = { type: 'Want'; wish: WantedParameterEvent['data'] };

export const parameterDemand: Aggregate<typeof wantedParameterEvents, RecordDemandCommand, null> = {
  category: 'wantedParameter',
  events: wantedParameterEvents,
  decider: {
    initialState: null,
    decide: ({ wish }) => [{ type: 'UnofferedParameterClicked', data: wish }],
    evolve: () => null,
  },
};

/** A parameter that a testing unit does not yet offer, and how often users wanted it. Times are UTC ISO. */
export type WantedParameterRow = {
  id: string;
  testUnitId: string;
  sampleId: string;
  sampleName: string;
  paramId: string;
  paramName: string;
  qualification: string;
  consignUnit: string;
  clicks: number;
  firstAt: string;
  lastAt: string;
};

/**
 * The parameters that clients want and laboratories do not offer: the newest request of each, with the count of all.
 */
export const wantedParameters: Projection<WantedParameterRow> = {
  name: 'wantedParameters',
  version: 3,
  types: Object.keys(wantedParameterEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { at } = event.metadata;
    // Each parameter has its own stream. The count is taken from the revision, so that a repeated event counts once.
    return {
      ...decode(wantedParameterEvents, event).data,
      id,
      clicks: event.revision + 1,
      firstAt: row?.firstAt ?? at,
      lastAt: at,
    };
  },
  view: {
    columns: {
      testUnitId: { type: 'text', of: (row) => row.testUnitId },
      clicks: { type: 'integer', of: (row) => row.clicks },
      lastAt: { type: 'text', of: (row) => row.lastAt },
    },
    search: (row) => `${row.sampleName}\n${row.paramName}`,
    indexes: [['testUnitId', 'clicks'], ['clicks']],
  },
};
