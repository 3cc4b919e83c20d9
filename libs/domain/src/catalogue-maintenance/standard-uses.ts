import {
  catalogueEvents,
  type CataloguePack,
  type CatalogueSample,
  decode,
  type RecordedEvent,
  unitPackEvents,
  unitSampleEvents,
} from '#events';
import type { Projection } from '../projection.js';

/** Which standards one sample, one unit's copy of it, one pack or a unit's copy of that names; the id is that of its stream, category and all. */
export type StandardUseRow = { id: string; standardIds: string[] };

const { SampleListed, SampleWithdrawn, PackListed, PackWithdrawn } = catalogueEvents;
const events = { SampleListed, SampleWithdrawn, PackListed, PackWithdrawn, ...unitSampleEvents, ...unitPackEvents };

const ids = (standards: readonly { standardId: string }[]): string[] => standards.map(({ standardId }) => standardId);

const namedBySample = ({ parameters, standards = [] }: CatalogueSample): string[] => [
  ...new Set([
    ...ids(standards),
    ...parameters.flatMap(({ standards: offered, basis }) => [...ids(offered), ...ids(basis)]),
  ]),
];
const namedByPack = ({ entries }: CataloguePack): string[] => [
  ...new Set(entries.flatMap(({ standards, basis }) => [...ids(standards), ...ids(basis)])),
];

/** Small rows of everything that names standards: what says whether a standard may go (002 CAT-001). */
export const standardUses: Projection<StandardUseRow> = {
  name: 'standardUses',
  version: 2,
  types: Object.keys(events),
  idsOf: ({ stream }: RecordedEvent) => [stream],
  project(row, event, id) {
    const { type, data } = decode(events, event);
    switch (type) {
      case 'SampleListed':
      case 'UnitSampleKept':
        return { id, standardIds: namedBySample(data.sample) };
      case 'PackListed':
      case 'UnitPackKept':
        return { id, standardIds: namedByPack(data.pack) };
      // Withdrawn from offer, the copy is still there to be taken up again.
      case 'UnitSampleWithdrawn':
        return row;
      case 'SampleWithdrawn':
      case 'PackWithdrawn':
      case 'UnitPackWithdrawn':
      case 'UnitPackReset':
      case 'UnitSampleReset':
        return null;
    }
  },
  view: { columns: {}, search: null, indexes: [] },
};
