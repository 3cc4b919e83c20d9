import type { Files } from '#engines';

/** Files on a disk that may refuse each write. */
export const filesOnDisk = (files: Files, write: () => void): Files => ({
  get: (hash) => files.get(hash),
  delete: (hash) => files.delete(hash),
  hashesPutBefore: (time) => files.hashesPutBefore(time),
  deleteIfPutBefore: (hash, time) => files.deleteIfPutBefore(hash, time),
  async put(content, meta) {
    write();
    return files.put(content, meta);
  },
});

/** The error of a full disk. */
export const simulateFullDisk = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write /data/files'), { code: 'ENOSPC' });
