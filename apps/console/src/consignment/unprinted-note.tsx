import { characterName, unprintedInAll } from '#domain';
import { defineTexts, useTexts } from '../i18n/texts.js';

const texts = defineTexts('unprinted', {
  zh: {
    one: '字符 {{which}} 打印不出来，PDF 中以 � 代替。请改用其他写法。',
    many: '以下字符打印不出来，PDF 中以 � 代替：{{which}}。请改用其他写法。',
  },
  en: {
    one: 'The character {{which}} cannot be printed; the PDF shows � in its place. Please write it another way.',
    many: 'These characters cannot be printed; the PDF shows � in their place: {{which}}. Please write them another way.',
  },
  es: {
    one: 'El carácter {{which}} no se puede imprimir; el PDF muestra � en su lugar. Escríbalo de otra forma.',
    many: 'Estos caracteres no se pueden imprimir; el PDF muestra � en su lugar: {{which}}. Escríbalos de otra forma.',
  },
});

/** A text full of a foreign script names its first characters. */
const NAMED = 12;

/** Names the characters of what is printed that no face of the printed form has, with their code points: the browser may not show them either. */
export const UnprintedNote = ({ of: printed }: { of: unknown }) => {
  const t = useTexts(texts);
  const characters = unprintedInAll(printed);
  if (characters.length === 0) return null;
  const which = characters
    .slice(0, NAMED)
    .map((character) => `${character} (${characterName(character)})`)
    .join('  ');
  return (
    <div className="note warning" role="status">
      {t(characters.length === 1 ? 'one' : 'many', { which: characters.length > NAMED ? `${which} …` : which })}
    </div>
  );
};
