import { beforeAll, describe, expect, it } from '@jest/globals';
import { decode, ERASED, NO_STREAM, userEvents } from '#events';
import type { SealedEventStore } from './sealed-event-store.js';
import { consignmentSaved, newStream, userRegistered, 张三 } from '#harness/engines/new-events';
import type { StoreUnderTest } from '#harness/engines/store-under-test';
import { verifyChain } from './verify-chain.js';

/** How personal data is sealed, opened and erased over every adapter of the log. */
export const personalDataContract = (test: () => StoreUnderTest): void => {
  describe('personal data', () => {
    let store: SealedEventStore;
    beforeAll(() => {
      store = test().store;
    });

    const contact = { name: '李四', phone: '13900001111' };
    const [wang, zhao] = [
      { name: '王五', cardNo: 'JZ-1', phone: '13700002222' },
      { name: '赵六', cardNo: 'JZ-2', phone: '' },
    ];

    it('is sealed in the log wherever it occurs, and opened for readers', async () => {
      const stream = newStream('consignment');
      await store.append(stream, [consignmentSaved(contact, [wang, zhao])], NO_STREAM);
      const storedText = JSON.stringify(await store.log.read(stream));
      for (const secret of ['李四', '13900001111', '王五', 'JZ-1', '13700002222', '赵六', 'JZ-2'])
        expect(storedText).not.toContain(secret);
      expect(storedText).toContain('一号桥');
      expect((await store.readLast(stream))?.data).toMatchObject({
        header: { contact, ownerWitnesses: [wang, zhao], supervisionWitnesses: [] },
      });
    });

    it('reads as 已删除 after its erasure, without affecting other persons, and the hash chain stays valid', async () => {
      const stream = newStream('consignment');
      const { head } = await store.append(stream, [consignmentSaved(contact, [wang, zhao])], NO_STREAM);
      await store.append(stream, [consignmentSaved(contact, [zhao])], head);
      expect(await store.erase(stream, (slot, person) => slot === 'ownerWitness' && person.name === '王五')).toBe(1);
      const [first, second] = (await store.read(stream)).events;
      const erasedPerson = { name: ERASED, cardNo: ERASED, phone: ERASED };
      expect(first?.data).toMatchObject({ header: { contact, ownerWitnesses: [erasedPerson, zhao] } });
      expect(second?.data).toMatchObject({ header: { contact, ownerWitnesses: [zhao] } });
      expect(await verifyChain(store, stream)).toEqual({ events: 2, broken: null });
      expect(await store.erase(stream, (_, person) => person.name === '王五')).toBe(0);
    });

    it('of one stream is unaffected when the same person is erased in another', async () => {
      const [erasedStream, otherStream] = [newStream('user'), newStream('user')];
      for (const stream of [erasedStream, otherStream]) await store.append(stream, [userRegistered(张三)], NO_STREAM);
      await store.erase(erasedStream, () => true);
      expect((await store.readLast(erasedStream))?.data).toMatchObject({ profile: { name: ERASED } });
      expect((await store.readLast(otherStream))?.data).toMatchObject({ profile: 张三 });
    });

    it('can still be decoded after its erasure', async () => {
      const stream = newStream('user');
      await store.append(stream, [userRegistered(张三)], NO_STREAM);
      await store.read(stream);
      await store.erase(stream, () => true);
      const [event] = (await store.read(stream)).events;
      expect(event && decode(userEvents, event)).toMatchObject({
        data: { profile: { name: ERASED, phone: ERASED, email: ERASED } },
      });
    });

    it('is readable if it is recorded again after an erasure, while the erased record stays unreadable', async () => {
      const stream = newStream('user');
      const { head } = await store.append(stream, [userRegistered(张三)], NO_STREAM);
      await store.read(stream); // what a reader remembers of it must not outlive its key
      await store.erase(stream, () => true);
      await store.append(stream, [userRegistered(张三)], head);
      const [erasedEvent, newEvent] = (await store.read(stream)).events;
      expect(erasedEvent?.data).toMatchObject({ profile: { name: ERASED } });
      expect(newEvent?.data).toMatchObject({ profile: 张三 });
    });

    it('is opened for subscribers', async () => {
      const startPosition = await store.lastPosition();
      const stream = newStream('user');
      await store.append(stream, [userRegistered(张三)], NO_STREAM);
      for await (const item of store.subscribe(startPosition, ['UserRegistered'], new AbortController().signal)) {
        if (!('event' in item) || item.event.stream !== stream) continue;
        expect(item.event.data).toMatchObject({ profile: 张三 });
        break;
      }
    });
  });
};
