import { describe, expect, it } from '@jest/globals';
import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '#events';
import { callMongo, openMongoDatabase } from './mongo-database.js';

describe('a MongoDB database', () => {
  it.each([
    ['mongodb://host', 'consign'],
    ['mongodb://host:27017/', 'consign'],
    ['mongodb://host/?replicaSet=rs0', 'consign'],
    ['mongodb://user:secret@one:27017,two:27018/views?replicaSet=rs0', 'views'],
  ])('for the URL %s is named %s', async (url, name) => {
    const { db, close } = openMongoDatabase(url);
    expect(db.databaseName).toBe(name);
    await close();
  });

  it('is reported as unavailable after a network or failover error, even a wrapped one', async () => {
    const networkError = new MongoNetworkError('read ECONNRESET');
    const failoverError = new MongoServerError({ message: 'not primary', code: 10107 });
    const wrappedError = new MongoBulkWriteError(
      networkError as unknown as ConstructorParameters<typeof MongoBulkWriteError>[0],
      {} as ConstructorParameters<typeof MongoBulkWriteError>[1],
    );
    for (const error of [networkError, failoverError, wrappedError])
      await expect(callMongo(() => Promise.reject(error))).rejects.toThrow(StoreUnavailable);
    const duplicate = new MongoServerError({ message: 'duplicate key', code: 11000 });
    await expect(callMongo(() => Promise.reject(duplicate))).rejects.toBe(duplicate);
  });

  it('is reported as unavailable if it does not respond in time', async () => {
    await expect(callMongo(() => new Promise(() => {}), 20)).rejects.toThrow(StoreUnavailable);
  });
});
