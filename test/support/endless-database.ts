/** Bytes of a page, and how often each inner page names the next one. */
const page = 4096;
const children = 300;

/**
 * A small SQLite file whose list of tables never ends to be read: each page of its tree names the next one hundreds of
 * times. `applicationId` is what it claims to be.
 */
export function endlessDatabase(applicationId: number, depth = 8): Buffer {
  const file = Buffer.alloc(page * depth);
  file.write('SQLite format 3\0', 0, 'latin1');
  file.writeUInt16BE(page, 16);
  // Version of format for writing and reading, no reserved bytes, and the three fixed fractions.
  file.set([1, 1, 0, 64, 32, 32], 18);
  file.writeUInt32BE(1, 24);
  file.writeUInt32BE(depth, 28);
  file.writeUInt32BE(4, 44);
  file.writeUInt32BE(1, 56);
  file.writeUInt32BE(applicationId, 68);
  file.writeUInt32BE(1, 92);
  for (let number = 1; number < depth; number += 1) writeInner(file, number);
  writeLeaf(file, depth);
  return file;
}

function writeInner(file: Buffer, number: number): void {
  const start = (number - 1) * page;
  const header = start + (number === 1 ? 100 : 0);
  const content = page - children * 5;
  file[header] = 0x05;
  file.writeUInt16BE(children, header + 3);
  file.writeUInt16BE(content, header + 5);
  file.writeUInt32BE(number + 1, header + 8);
  for (let cell = 0; cell < children; cell += 1) {
    const offset = content + cell * 5;
    file.writeUInt16BE(offset, header + 12 + cell * 2);
    file.writeUInt32BE(number + 1, start + offset);
    file[start + offset + 4] = 1;
  }
}

/** One row of five nulls. */
function writeLeaf(file: Buffer, number: number): void {
  const start = (number - 1) * page;
  const record = Buffer.from([6, 1, 6, 0, 0, 0, 0, 0]);
  file[start] = 0x0d;
  file.writeUInt16BE(1, start + 3);
  file.writeUInt16BE(page - record.length, start + 5);
  file.writeUInt16BE(page - record.length, start + 8);
  record.copy(file, start + page - record.length);
}
