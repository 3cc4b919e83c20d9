import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import { event, events, newStream, outcomeOf, type Node } from './node.js';

export const connecting = (node: () => Node) =>
  describe('separate clients', () => {
    it('80 gossip discovery (esdb+discover)', async () => {
      const client = EventStoreDBClient.connectionString(node().url.replace('esdb:', 'esdb+discover:'));
      expect(
        await outcomeOf(async () => `ok ${(await client.appendToStream(newStream(), events(1))).nextExpectedRevision}`),
      ).toBe('ok 0');
      await client.dispose();
    });

    it('81 bad event id: BadRequest, then a second response breaks the client (separate client)', async () => {
      const stream = newStream();
      const child = spawn(process.execPath, [join(import.meta.dirname, 'bad-id.mjs'), node().url, stream], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const output: string[] = [];
      createInterface({ input: child.stdout }).on('line', (line) => output.push(line));
      await once(child, 'close');
      const writtenCount = (await node().read(stream)).split(',').length;
      expect([...output, writtenCount].join(';')).toBe('UnknownError||Could not recognize BadRequest;HUNG;1');
    });

    it('82 empty event type', async () => {
      const client = EventStoreDBClient.connectionString(node().url);
      const outcome = await outcomeOf(
        async () => `ok ${(await client.appendToStream(newStream(), [event('')])).nextExpectedRevision}`,
      );
      // Disposed before the second response, which would break the client.
      await client.dispose();
      expect(outcome).toBe('UnknownError||Could not recognize BadRequest');
    });
  });
