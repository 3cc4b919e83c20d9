import { describe, expect, it } from '@jest/globals';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { events, newStream, valueForLine, withCredentials, type Node } from './node.js';

const MIB = 1_048_576;

const bytes = (size: number, metadata?: Uint8Array) => binaryEvent({ type: 'B', data: new Uint8Array(size), metadata });

export const limits = (node: () => Node) =>
  describe('limits', () => {
    const refusal = 'MaxAppendSizeExceededError||1048576';

    it('42 exactly 1 MiB of data is accepted, except by 24.10, which counts the whole record', async () =>
      expect(await node().append(newStream(), [bytes(MIB)])).toBe(
        valueForLine(node(), { '23.10': 'ok 0', '24.10': refusal, '26.0': 'ok 0' }),
      ));

    it('43 1 MiB + 1 is refused (batch), except by 26.0', async () =>
      expect(await node().append(newStream(), [bytes(MIB + 1)])).toBe(
        valueForLine(node(), { '23.10': refusal, '24.10': refusal, '26.0': 'ok 0' }),
      ));

    it('44 1 MiB + 1 is refused (credentials), except by 26.0', async () => {
      const refusalWithCode = 'MaxAppendSizeExceededError|3|1048576';
      expect(await node().append(newStream(), [bytes(MIB + 1)], withCredentials)).toBe(
        valueForLine(node(), { '23.10': refusalWithCode, '24.10': refusalWithCode, '26.0': 'ok 0' }),
      );
    });

    it('45 limit is the sum over events of one append', async () => {
      expect(await node().append(newStream(), [bytes(600_000), bytes(600_000)])).toBe(
        valueForLine(node(), { '23.10': refusal, '24.10': refusal, '26.0': 'ok 1' }),
      );
    });

    it('46 custom metadata does not count towards the limit, except on 24.10', async () => {
      expect(await node().append(newStream(), [bytes(MIB, new Uint8Array(MIB))])).toBe(
        valueForLine(node(), { '23.10': 'ok 0', '24.10': refusal, '26.0': 'ok 0' }),
      );
    });

    it('47 append split in chunks (batchAppendSize) is one atomic append', async () => {
      const stream = newStream();
      const tenEvents = Array.from({ length: 10 }, () => jsonEvent({ type: 'T', data: { text: 'x'.repeat(500) } }));
      expect(
        [await node().append(stream, tenEvents, { batchAppendSize: 1024 }), await node().read(stream)].join(';'),
      ).toBe('ok 9;0,1,2,3,4,5,6,7,8,9');
    });

    it('48 refused append writes nothing', async () => {
      const stream = newStream();
      await node().append(stream, [bytes(1), bytes(MIB)], { batchAppendSize: 1024 });
      const notFound = 'StreamNotFoundError|';
      expect(await node().read(stream)).toBe(
        valueForLine(node(), { '23.10': notFound, '24.10': notFound, '26.0': '0,1' }),
      );
    });

    it('49 deadline in the past', async () =>
      expect(await node().append(newStream(), events(1), { deadline: -1000 })).toBe('DeadlineExceededError|'));
  });
