import type { CatalogueSample } from '#events';
import { imageAddressesOfSample } from './sample-examples.js';
import { pictureKeyOf, type PictureKeys } from './workbook-example-columns.js';

/** The pictures that samples of a catalogue show: a workbook names them and brings none along. `byKey` those of examples. */
export type KnownPictures = { addresses: ReadonlySet<string>; byKey: ReadonlyMap<string, string> };

export const knownPictures = (
  samples: readonly Pick<CatalogueSample, 'requirements' | 'examples'>[],
  keys: PictureKeys,
): KnownPictures => ({
  addresses: new Set(samples.flatMap(imageAddressesOfSample)),
  byKey: new Map(
    samples.flatMap(({ examples = [] }) => examples.map(({ image }) => [pictureKeyOf(image, keys), image] as const)),
  ),
});
