import {
  imageAddressesOfSample,
  imageIdOf,
  imagePathOf,
  imageUses,
  load,
  problem,
  refuseIf,
  richTextImage,
  sameId,
  templateSample,
  type ImageUseRow,
} from '#domain';
import type { Engines } from '#engines';
import type { CatalogueSample } from '#events';
import type { Holder } from './holder.js';

/** More than show one picture. */
const ALL = 20_000;

/**
 * Refuses a sample that names a picture anew which nobody uploaded under that address, which is deleted since, or which is another unit's: the holder's own,
 * the platform's and what the template shows may be named. @throws RuleBroken PICTURE_UNKNOWN
 */
export const refuseUnknownPictures = async (
  engines: Engines,
  holder: Holder,
  before: CatalogueSample | null,
  after: CatalogueSample,
): Promise<void> => {
  const shown = new Set(before ? imageAddressesOfSample(before) : []);
  for (const address of imageAddressesOfSample(after)) {
    if (shown.has(address)) continue;
    const id = imageIdOf(address) ?? '';
    const { state: image } = await load(engines.eventStore, richTextImage, id);
    const isThere = image !== null && imagePathOf(id, image.name) === address;
    const isOurs =
      isThere &&
      (image.unitId === null || sameId(image.unitId, holder?.testUnitId ?? null) || (await isOfTemplate(engines, id)));
    refuseIf(isOurs ? null : problem('PICTURE_UNKNOWN'));
  }
};

const isOfTemplate = async ({ views }: Engines, id: string): Promise<boolean> => {
  const { rows } = await views.find<ImageUseRow>(imageUses, {
    where: [{ column: 'imageIds', contains: id }],
    limit: ALL,
  });
  return rows.some((use) => use.id.startsWith(`${templateSample.category}-`));
};
