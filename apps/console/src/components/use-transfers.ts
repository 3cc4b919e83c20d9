import { useEffect, useRef, useState } from 'react';
import { noteFailure } from '../lib/failures.js';
import { newIdempotencyKey } from '../lib/http.js';
import type { UploadOptions } from '../lib/upload.js';

/** Sends one file to where it belongs. The key stays the same when the same file is tried again, and so does the kind it was chosen as. */
export type Send = (
  file: File,
  options: Required<UploadOptions> & { idempotencyKey: string },
  kind: string,
) => Promise<unknown>;

/** A file on its way; `share` is 0 to 1, `reason` why it failed. */
export type Transfer = {
  key: string;
  file: File;
  kind: string;
  state: 'waiting' | 'sending' | 'failed';
  share: number;
  reason: string;
};

/** Why, in words; it counts in the error log. */
const failed = (error: unknown): string => {
  noteFailure(error);
  return error instanceof Error ? error.message : String(error);
};

/** Files on their way, one at a time and in the order chosen; one that has arrived is gone from here. What leaves the screen is given up. */
export const useTransfers = (send: Send) => {
  const [transfers, setTransfers] = useState<readonly Transfer[]>([]);
  const running = useRef<{ key: string; controller: AbortController } | null>(null);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  useEffect(() => () => running.current?.controller.abort(), []);

  const change = (key: string, some: Partial<Transfer>) =>
    setTransfers((now) => now.map((each) => (each.key === key ? { ...each, ...some } : each)));
  const remove = (key: string) => setTransfers((now) => now.filter((each) => each.key !== key));

  const next = transfers.find(({ state }) => state !== 'failed');
  useEffect(() => {
    if (!next || next.state !== 'waiting' || running.current) return;
    const { key, file, kind } = next;
    const controller = new AbortController();
    running.current = { key, controller };
    change(key, { state: 'sending' });
    const onProgress = (share: number) => change(key, { share });
    void latest
      .current(file, { onProgress, signal: controller.signal, idempotencyKey: key }, kind)
      .then(() => null)
      .catch((error: unknown) => (controller.signal.aborted ? null : failed(error)))
      .then((reason) => {
        running.current = null; // before the state says so: the next one starts with it
        if (reason) change(key, { state: 'failed', reason });
        else remove(key);
      });
  }, [next]);

  return {
    transfers,
    add: (files: readonly File[], kind: string) =>
      setTransfers((now) => [
        ...now,
        ...files.map((file): Transfer => ({
          key: newIdempotencyKey(),
          file,
          kind,
          state: 'waiting',
          share: 0,
          reason: '',
        })),
      ]),
    retry: (key: string) => change(key, { state: 'waiting', share: 0, reason: '' }),
    cancel: (key: string) => (running.current?.key === key ? running.current.controller.abort() : remove(key)),
  };
};
