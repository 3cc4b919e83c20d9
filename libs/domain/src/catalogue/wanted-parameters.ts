import { decode, idOfStream, type WantedParameterEvent, wantedParameterEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';

/** Somebody wished for a parameter that is not offered yet; the same wish again counts again (001 SS-023). */
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

/** A parameter of one testing unit that is not offered yet, and how often it was wished for. Times UTC ISO. */
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

/** What laboratories could sell and do not: the newest wish with the number of all. */
export const wantedParameters: Projection<WantedParameterRow> = {
  name: 'wantedParameters',
  version: 3,
  types: Object.keys(wantedParameterEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { at } = event.metadata;
    // One stream a parameter: the revision counts, so an event that comes twice counts once.
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
