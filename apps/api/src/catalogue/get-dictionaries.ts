import { Controller } from '@nestjs/common';
import { getDictionary, getListByGroupId, getSampleProcessMethods } from '#contract';
import { problem, RuleBroken, type DictionaryRow } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import type { DictionaryKey } from './catalogue.js';
import { Catalogues, type AskedBy } from './catalogues.js';

type Unit = { testUnitId?: string | undefined };

/** One list under the three paths by which the pre-consignment service knows it. */
@Controller()
export class GetDictionaries {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getDictionary)
  async byType(@Input() input: InputOf<typeof getDictionary>, @Asked() by: AskedBy) {
    return (await this.rowsOf({ by: 'type', name: input.typeCode }, input, by)).map(told);
  }

  @Handles(getListByGroupId)
  async byGroup(@Input() input: InputOf<typeof getListByGroupId>, @Asked() by: AskedBy) {
    return (await this.rowsOf({ by: 'group', name: input.dictGroupId }, input, by)).map(told);
  }

  @Handles(getSampleProcessMethods)
  async byCode(@Input() input: InputOf<typeof getSampleProcessMethods>, @Asked() by: AskedBy) {
    return (await this.rowsOf({ by: 'code', name: input.code }, input, by)).map(({ id, typename }) => ({
      id,
      typename,
    }));
  }

  private async rowsOf(key: DictionaryKey, unit: Unit, by: AskedBy): Promise<DictionaryRow[]> {
    const rows = await (await this.catalogues.asked(unit, by)).dictionary(key);
    if (!rows) throw new RuleBroken(problem('NO_SUCH_DICTIONARY', { code: key.name }));
    return rows;
  }
}

const told = ({ id, typecode, typename }: DictionaryRow) => ({ id, typecode, typename });
