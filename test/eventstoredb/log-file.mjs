// The log on disk: frames of [length, checksum, records]. Each append is one frame, so that it is stored completely or
// not at all.
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

/** Offset of the first record in a frame, and distance between the end of a record and the next one. */
export const layout = { firstRecord: FRAME_HEADER + RECORD_HEADER, betweenRecords: RECORD_HEADER };

/**
 * @param {Uint8Array[]} wires records of one append
 * @returns {Buffer}
 */
export const frameOf = (wires) => {
  const length = wires.reduce((sum, wire) => sum + RECORD_HEADER + wire.length, 0);
  const frame = Buffer.allocUnsafe(FRAME_HEADER + length);
  let offset = FRAME_HEADER;
  for (const wire of wires) {
    offset = frame.writeUInt32BE(wire.length, offset);
    frame.set(wire, offset);
    offset += wire.length;
  }
  frame.writeUInt32BE(length, 0);
  frame.writeUInt32BE(crc32(frame.subarray(FRAME_HEADER)), 4);
  return frame;
};

/**
 * The records of a frame, as subarrays of its bytes.
 * @param {Buffer} frame
 * @returns {Buffer[]}
 */
export const recordsOf = (frame) => {
  const wires = [];
  for (let offset = FRAME_HEADER; offset < frame.length;) {
    const start = offset + RECORD_HEADER;
    offset = start + frame.readUInt32BE(offset);
    wires.push(frame.subarray(start, offset));
  }
  return wires;
};

/** Complete frames of a file, up to the first incomplete one, which a killed process has left. */
function* completeFrames(bytes) {
  for (let offset = 0; offset + FRAME_HEADER <= bytes.length;) {
    const end = offset + FRAME_HEADER + bytes.readUInt32BE(offset);
    const frame = bytes.subarray(offset, end);
    if (end > bytes.length || crc32(frame.subarray(FRAME_HEADER)) !== frame.readUInt32BE(4)) return;
    yield frame;
    offset = end;
  }
}

/**
 * @param {string | undefined} folder undefined for a log in memory
 * @returns {{ frames: Buffer[], write(frames: Buffer[]): void, close(): void }} the frames in the file; `write` is
 * durable
 */
export const openLogFile = (folder) => {
  if (folder === undefined) return { frames: [], write() {}, close() {} };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'events.log');
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const frames = [...completeFrames(bytes)];
  const file = openSync(path, 'a');
  ftruncateSync(
    file,
    frames.reduce((sum, frame) => sum + frame.length, 0),
  );
  fsyncSync(file);
  return {
    frames,
    write(newFrames) {
      const length = newFrames.reduce((sum, frame) => sum + frame.length, 0);
      if (writevSync(file, newFrames) !== length) throw new Error(`${path} stored only a part of ${length} bytes`);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
};
