// The log on disk: frames of [length, checksum, records], one frame an append, so that an append is there whole or not
// at all.
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writevSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const FRAME_HEADER = 8;
const RECORD_HEADER = 4;

/** Where the first record of a frame lies, and how far the next is from the end of one. */
export const layout = { firstRecord: FRAME_HEADER + RECORD_HEADER, betweenRecords: RECORD_HEADER };

/**
 * @param {Uint8Array[]} wires records of one append
 * @returns {Buffer}
 */
export const frameOf = (wires) => {
  const length = wires.reduce((sum, wire) => sum + RECORD_HEADER + wire.length, 0);
  const frame = Buffer.allocUnsafe(FRAME_HEADER + length);
  let at = FRAME_HEADER;
  for (const wire of wires) {
    at = frame.writeUInt32BE(wire.length, at);
    frame.set(wire, at);
    at += wire.length;
  }
  frame.writeUInt32BE(length, 0);
  frame.writeUInt32BE(crc32(frame.subarray(FRAME_HEADER)), 4);
  return frame;
};

/**
 * The records of a frame, as views of its bytes.
 * @param {Buffer} frame
 * @returns {Buffer[]}
 */
export const recordsOf = (frame) => {
  const wires = [];
  for (let at = FRAME_HEADER; at < frame.length;) {
    const start = at + RECORD_HEADER;
    at = start + frame.readUInt32BE(at);
    wires.push(frame.subarray(start, at));
  }
  return wires;
};

/** Whole frames of a file, up to the first that a kill has torn. */
function* wholeFrames(bytes) {
  for (let at = 0; at + FRAME_HEADER <= bytes.length;) {
    const end = at + FRAME_HEADER + bytes.readUInt32BE(at);
    const frame = bytes.subarray(at, end);
    if (end > bytes.length || crc32(frame.subarray(FRAME_HEADER)) !== frame.readUInt32BE(4)) return;
    yield frame;
    at = end;
  }
}

/**
 * @param {string | undefined} folder none: the log is kept in memory only
 * @returns {{ frames: Buffer[], write(frames: Buffer[]): void, close(): void }} what is there, and how to add to it
 * durably
 */
export const openLogFile = (folder) => {
  if (folder === undefined) return { frames: [], write() {}, close() {} };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'events.log');
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const frames = [...wholeFrames(bytes)];
  const file = openSync(path, 'a');
  ftruncateSync(
    file,
    frames.reduce((sum, frame) => sum + frame.length, 0),
  );
  fsyncSync(file);
  return {
    frames,
    write(added) {
      const length = added.reduce((sum, frame) => sum + frame.length, 0);
      if (writevSync(file, added) !== length) throw new Error(`${path} took only a part of ${length} bytes`);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
};
