import type { ProjectRow } from '#contract';

type Told = Pick<ProjectRow, 'contractSectName' | 'projectCode' | 'description' | 'constructionUnit'>;

/** Which of several projects of one name it is: its section and number, else what it says of itself, else its owner. Whatever the unit shows of sections. */
export const whichProject = ({ contractSectName, projectCode, description, constructionUnit }: Told): string =>
  [contractSectName, projectCode].filter(Boolean).join('　') || description || constructionUnit;
