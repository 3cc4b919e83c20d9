import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEFAULT_MB = 96;
const BLOCK_BYTES = 1024 * 1024;
/** In containers this is a small file system; it is used if no other can be mounted. */
const SHARED_MEMORY = '/dev/shm';
const MAX_SHARED_BYTES = 512 * 1024 * 1024;

/** A small file system that can be filled. */
export type SmallDisk = {
  folder: string;
  /** Fills the disk except for this number of bytes. */
  fill(exceptBytes?: number): void;
  /** Releases the space that `fill` has taken. */
  release(): void;
  remove(): void;
};

/** Mounts a file system; null if the process may not. */
export const mountSmallDisk = (megabytes = DEFAULT_MB): SmallDisk | null => {
  const mountPoint = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', mountPoint], { stdio: 'ignore' });
    return smallDiskIn(mountPoint, () => execFileSync('umount', ['-l', mountPoint]));
  } catch {
    rmSync(mountPoint, { recursive: true });
    return null;
  }
};

/**
 * Mounts a file system, or uses a part of the shared memory of a container, which only one test may do; null if neither
 * is possible.
 */
export const openSmallDisk = (): SmallDisk | null => {
  const mountedDisk = mountSmallDisk();
  if (mountedDisk || !existsSync(SHARED_MEMORY)) return mountedDisk;
  const { blocks, bsize } = statfsSync(SHARED_MEMORY);
  if (blocks * bsize > MAX_SHARED_BYTES) return null;
  return smallDiskIn(mkdtempSync(join(SHARED_MEMORY, 'small-disk-')), () => undefined);
};

const smallDiskIn = (folder: string, unmount: () => unknown): SmallDisk => {
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(exceptBytes = 0) {
      const { bavail, bsize } = statfsSync(folder);
      const file = openSync(ballast, 'a');
      const block = Buffer.alloc(BLOCK_BYTES);
      try {
        let remainingBytes = bavail * bsize - exceptBytes;
        for (; remainingBytes >= BLOCK_BYTES; remainingBytes -= BLOCK_BYTES) writeSync(file, block);
        // Includes space that other processes have released meanwhile.
        for (; exceptBytes === 0 || remainingBytes > 0; remainingBytes -= bsize) writeSync(file, block, 0, bsize);
      } catch {
        // It is full.
      } finally {
        closeSync(file);
      }
    },
    release: () => rmSync(ballast, { force: true }),
    remove() {
      rmSync(ballast, { force: true });
      unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
