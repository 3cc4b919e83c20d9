import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import { answerOf, event, events, newStream, type Node } from './node.js';

export const connecting = (node: () => Node) =>
  describe('clients of their own', () => {
    it('80 gossip discovery (esdb+discover)', async () => {
      const client = EventStoreDBClient.connectionString(node().url.replace('esdb:', 'esdb+discover:'));
      expect(
        await answerOf(async () => `ok ${(await client.appendToStream(newStream(), events(1))).nextExpectedRevision}`),
      ).toBe('ok 0');
      await client.dispose();
    });

    it('81 bad event id: BadRequest, then a second answer breaks the client (own client used)', async () => {
      const stream = newStream();
      const child = spawn(process.execPath, [join(import.meta.dirname, 'bad-id.mjs'), node().url, stream], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const told: string[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => told.push(line));
      await once(child, 'close');
      const written = (await node().read(stream)).split(',').length;
      expect([...told, written].join(';')).toBe('UnknownError||Could not recognize BadRequest;HUNG;1');
    });

    it('82 empty event type', async () => {
      const client = EventStoreDBClient.connectionString(node().url);
      const answer = await answerOf(
        async () => `ok ${(await client.appendToStream(newStream(), [event('')])).nextExpectedRevision}`,
      );
      // Disposed before the second answer comes, which would break it.
      await client.dispose();
      expect(answer).toBe('UnknownError||Could not recognize BadRequest');
    });
  });
