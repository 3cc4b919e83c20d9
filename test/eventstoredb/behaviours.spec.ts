// What was recorded on real servers of three lines (EventStoreDB 23.10.6 and 24.10.14, KurrentDB 26.0.3), line by line.
// With BEHAVIOURS_URL the node there, of the line that BEHAVIOURS_LINE names, is asked instead of the stand-in; nobody
// else may use it meanwhile.
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
import type { EventStoreLine } from './start-server.mjs';

const LINES: EventStoreLine[] = ['23.10', '24.10', '26.0'];
const asked = process.env.BEHAVIOURS_URL === undefined ? undefined : (process.env.BEHAVIOURS_LINE ?? '23.10');

describe.each(LINES.filter((line) => asked === undefined || line === asked))('the server of line %s', (line) => {
  let opened: { node: Node; close(): Promise<void> };
  beforeAll(async () => {
    opened = await openNode(line);
  });
  afterAll(() => opened.close());

  for (const chapter of [appending, repeating, reading, limits, deleting, subscribing, filtering, connecting])
    chapter(() => opened.node);
});
