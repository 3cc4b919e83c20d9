import { randomUUID } from 'node:crypto';
import { NO_STREAM, type EventMetadata, type EventStore, type Head, type NewEvent } from '#events';

/** A new stream. */
export const newStream = (category = 'numbering'): string => `${category}-${randomUUID()}`;

export const metadataOf = (commandId: string = randomUUID()): EventMetadata => ({
  schemaVersion: 1,
  by: { userId: '3f2c1a50-0c52-4b8e-9a51-7d1a0f6f3b11', role: 'admin', unitId: null },
  at: '2026-01-02T03:04:05.678Z',
  commandId,
  correlationId: commandId,
  causationId: null,
});

/** An event without personal data. */
export const numberTakenEvent = (number: number, commandId?: string): NewEvent => ({
  type: 'NumberTaken',
  data: { number, takenFor: '样品' },
  metadata: metadataOf(commandId),
});

/** Appends numbers 1 to `count` one by one. Returns the head after the last one. */
export const appendMany = async (store: EventStore, stream: string, count: number): Promise<Head> => {
  let head = NO_STREAM;
  for (let n = 1; n <= count; n++) ({ head } = await store.append(stream, [numberTakenEvent(n)], head));
  return head;
};

export type Profile = { name: string; phone: string; email: string };

export const 张三: Profile = { name: '张三丰', phone: '13812345678', email: 'zhangsan@example.com' };

/** An event with a person in the slot "self". */
export const userRegistered = (profile: Profile, commandId?: string): NewEvent => ({
  type: 'UserRegistered',
  data: { userName: 'zs', profile, roles: ['admin'], unitId: null, unitType: null, unitName: '' },
  metadata: metadataOf(commandId),
});

export type Witness = { name: string; cardNo: string; phone: string };

/** An event with a contact and a list of witnesses, deep in its data. */
export const consignmentSaved = (
  contact: { name: string; phone: string },
  ownerWitnesses: Witness[],
  commandId?: string,
): NewEvent => ({
  type: 'ConsignmentSaved',
  data: { toStatus: 10, header: { projectName: '一号桥', contact, ownerWitnesses, supervisionWitnesses: [] } },
  metadata: metadataOf(commandId),
});
