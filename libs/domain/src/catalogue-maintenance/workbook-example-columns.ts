import { type SheetColumn, type SheetSample, type SheetTable, tableOf } from './workbook-column.js';
import { imageIdOf, IMAGE_DIRECTORY } from '../files/image-rules.js';
import type { SampleExample } from './sample-examples.js';

/** The sheet of the pictures that show how forms are filled in. */
export const EXAMPLE_SHEET = '填写示例';

/** By what a cell names a picture: an uploaded one by the name of its file, one that lies in the catalogue by its digest, which is made where there are digests. */
export type PictureKeys = { digest(image: string): string };
export const pictureKeyOf = (image: string, { digest }: PictureKeys): string =>
  imageIdOf(image) === null ? digest(image) : image.slice(IMAGE_DIRECTORY.length + 2);

type ExampleRow = { sample: SheetSample; example: SampleExample; place: number; key: string };
export const exampleColumns: readonly SheetColumn<ExampleRow>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', of: ({ sample }) => sample.sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', readOnly: true, of: ({ sample }) => sample.name },
  { key: 'name', head: '示例名称', width: 36, kind: 'text', of: ({ example }) => example.name },
  { key: 'picture', head: '图片', width: 44, kind: 'text', of: ({ key }) => key },
  { key: 'num', head: '排序', width: 8, kind: 'number', of: ({ place }) => place },
];

export const exampleTable = (samples: readonly SheetSample[], keys: PictureKeys): SheetTable =>
  tableOf(
    EXAMPLE_SHEET,
    exampleColumns,
    samples.flatMap((sample) =>
      (sample.examples ?? []).map((example, at) => ({
        sample,
        example,
        place: at + 1,
        key: pictureKeyOf(example.image, keys),
      })),
    ),
  );
