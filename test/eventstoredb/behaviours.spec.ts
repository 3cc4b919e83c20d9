// What was recorded on a real EventStoreDB 23.10.6, line by line. With BEHAVIOURS_URL the node there is asked instead of the stand-in; nobody else may use it meanwhile.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { appending } from './behaviours/appending.js';
import { connecting } from './behaviours/connecting.js';
import { deleting } from './behaviours/deleting.js';
import { filtering } from './behaviours/filtering.js';
import { limits } from './behaviours/limits.js';
import { openNode, type Node } from './behaviours/node.js';
import { reading } from './behaviours/reading.js';
import { repeating } from './behaviours/repeating.js';
import { subscribing } from './behaviours/subscribing.js';

describe('EventStoreDB 23.10', () => {
  let opened: { node: Node; close(): Promise<void> };
  beforeAll(async () => {
    opened = await openNode();
  });
  afterAll(() => opened.close());

  for (const chapter of [appending, repeating, reading, limits, deleting, subscribing, filtering, connecting])
    chapter(() => opened.node);
});
