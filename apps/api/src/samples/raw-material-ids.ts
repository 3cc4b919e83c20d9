import { v5 } from 'uuid';
import { materialIdsNeeded } from '#domain';
import type { Sample } from '#events';

/** Ids for the raw materials of a copy of this sample and for their own samples; `copy` tells the copies of one command apart. */
export const newMaterialIds = (sample: Sample, copy: string, commandId: string): string[] =>
  Array.from({ length: materialIdsNeeded(sample) }, (_, index) => v5(`${copy}/material/${index}`, commandId));
