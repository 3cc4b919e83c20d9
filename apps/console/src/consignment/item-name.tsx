import { catalogueNameOf } from '#domain';

type Item = { projectUnit: string; testUnitSampleName: string; sampleNameLink: string };

/** Where a test item is carried out: its structure or road section. */
export const structureOf = ({ projectUnit, testUnitSampleName }: Item): string => projectUnit || testUnitSampleName;

/** What the catalogue tests there, in grey behind the structure; nothing while the item bears the catalogue's name. */
export const OfCatalogue = ({ item }: { item: Item }) => {
  const name = catalogueNameOf(item);
  return structureOf(item) === name ? null : <span className="muted">　{name}</span>;
};
