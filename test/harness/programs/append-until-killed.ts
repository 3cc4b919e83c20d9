import { NO_STREAM } from '#events';
import { newStream, numberTakenEvent, userRegistered, 张三 } from '../engines/new-events.js';
import { openStore } from '../engines/open-store.js';

const WRITERS = 8;

/**
 * A process that appends until it is killed, or until each of its writers has made `count` appends. It prints `stream
 * revision position` of every append when it is acknowledged.
 */
const [folder = '', count = 'Infinity'] = process.argv.slice(2);
const { store, close } = await openStore(folder);

const write = async () => {
  const stream = newStream('user');
  for (let head = NO_STREAM; head.revision + 1 < Number(count);) {
    const number = head.revision + 1;
    const result = await store.append(stream, [number % 2 ? numberTakenEvent(number + 1) : userRegistered(张三)], head);
    head = result.head;
    process.stdout.write(`${stream} ${head.revision} ${result.position}\n`);
  }
};

await Promise.all(Array.from({ length: WRITERS }, write));
await close();
