export type FormSection =
  'sample' | 'parameters' | 'standards' | 'auxiliary' | 'pieces' | 'rawMaterials' | 'attachments';

/** The sections of the form in their order (SF-005), as kind of consignment, input mode and host leave them (SF-006). */
export const formSections = ({
  consignType,
  inputMethod,
  isChild,
}: {
  consignType: number | string;
  inputMethod: number | string;
  isChild: boolean;
}): FormSection[] => {
  const rawMaterial = isRawMaterial(consignType);
  return [
    'sample',
    'parameters',
    ...(isSimple(inputMethod) ? (['standards'] as const) : []),
    'auxiliary',
    ...(rawMaterial ? (['pieces'] as const) : []),
    ...(rawMaterial && !isChild ? (['rawMaterials'] as const) : []),
    'attachments',
  ];
};

/** Kind 1, as number or text; every other value is a testing item (SF-001). */
export const isRawMaterial = (consignType: number | string): boolean => Number(consignType) === 1;

/** Input modes: 0 simple, with standards of the sample; 1 professional, with standards of each parameter (001.md ). */
export const INPUT_MODE = { simple: 0, professional: 1 } as const;
export type InputMode = (typeof INPUT_MODE)[keyof typeof INPUT_MODE];
export const isSimple = (inputMethod: number | string): boolean => Number(inputMethod) === INPUT_MODE.simple;
