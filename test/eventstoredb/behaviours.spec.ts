// Behaviour of real servers of three lines (EventStoreDB 23.10.6 and 24.10.14, KurrentDB 26.0.3), as recorded on them.
// The specs run against the stand-in or, with BEHAVIOURS_URL, against that node, whose line is BEHAVIOURS_LINE. Nothing
// else may use the node at the same time.
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
const onlyLine = process.env.BEHAVIOURS_URL === undefined ? undefined : (process.env.BEHAVIOURS_LINE ?? '23.10');

describe.each(LINES.filter((line) => onlyLine === undefined || line === onlyLine))('the server of line %s', (line) => {
  let connection: { node: Node; close(): Promise<void> };
  beforeAll(async () => {
    connection = await openNode(line);
  });
  afterAll(() => connection.close());

  for (const describeBehaviour of [appending, repeating, reading, limits, deleting, subscribing, filtering, connecting])
    describeBehaviour(() => connection.node);
});
