import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getPrintList } from '#contract';
import { openEmbeddedEngines, verifyChain, type Engines } from '#engines';
import { START } from '#events';
import { PERSON_TEXTS, startWithPersonEverywhere } from '#harness/users/person-everywhere';
import { pdfText } from '#harness/worker/pdf-text';
import { readWorkbook } from '#harness/worker/read-workbook';

let dataDir: string;
let engines: Engines;
let test: Awaited<ReturnType<typeof startWithPersonEverywhere>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'erased-'));
  engines = await openEmbeddedEngines(dataDir);
  test = await startWithPersonEverywhere(engines, dataDir);
});
afterAll(async () => {
  await test?.stop();
  await rm(dataDir, { recursive: true });
});

describe('an erased person', () => {
  it('is found in no file of the data folder, neither as UTF-8 or UTF-16 text nor in a workbook or document', async () => {
    const foundBefore = await placesOf();
    expect([...new Set(foundBefore.map(({ file }) => file))]).toEqual(
      expect.arrayContaining(['views.db', 'outbox', 'workbook', 'document'].map(expect.stringContaining)),
    );
    await test.erase();
    expect(await placesOf()).toEqual([]);
  });

  it('leaves valid hash chains, no text in the log, and a newly generated document', async () => {
    for (const id of test.consignments)
      expect((await verifyChain(engines.eventStore, `consignment-${id}`)).broken).toBeNull();
    const log = JSON.stringify(await engines.eventStore.readAll(START, 100_000));
    expect(Object.values(PERSON_TEXTS).filter((text) => log.includes(text))).toEqual([]);
    const client = await test.service.as('client1');
    const { result } = await client.do(getPrintList, { query: { ids: test.signedConsignmentId } });
    expect(result[0]?.pdfStatus).toBe(1);
    const texts = await textsOfFiles();
    expect(texts.some(({ file, text }) => file.endsWith('document') && text.includes('已删除'))).toBe(true);
  });
});

const files = async (): Promise<string[]> => {
  const names = await readdir(dataDir, { recursive: true });
  const paths = await Promise.all(
    names.map(async (name) => ((await stat(join(dataDir, name))).isFile() ? [join(dataDir, name)] : [])),
  );
  return paths.flat();
};

/** Texts within files that are packed. */
const textsOfFiles = async (): Promise<{ file: string; text: string }[]> => {
  const contents = await Promise.all(
    (await files()).map(async (file) => {
      const content = await readFile(file);
      const name = relative(dataDir, file);
      if (content.subarray(0, 2).toString() === 'PK')
        return [{ file: `${name}: workbook`, text: JSON.stringify(await readWorkbook(content)) }];
      if (content.subarray(0, 5).toString() === '%PDF-' && content.length > 1000)
        return [{ file: `${name}: document`, text: await pdfText(content) }];
      return [];
    }),
  );
  return contents.flat();
};

/** Which texts about the person are found in which files. */
const placesOf = async (): Promise<{ file: string; kind: string }[]> => {
  const rawMatches = await Promise.all(
    (await files()).map(async (file) => {
      const bytes = await readFile(file);
      return Object.entries(PERSON_TEXTS)
        .filter(([, text]) =>
          ['utf8', 'utf16le'].some((encoding) => bytes.includes(Buffer.from(text, encoding as BufferEncoding))),
        )
        .map(([kind]) => ({ file: relative(dataDir, file), kind }));
    }),
  );
  const packed = (await textsOfFiles()).flatMap(({ file, text }) =>
    Object.entries(PERSON_TEXTS)
      .filter(([, personText]) => text.includes(personText))
      .map(([kind]) => ({ file, kind })),
  );
  return [...rawMatches.flat(), ...packed];
};
