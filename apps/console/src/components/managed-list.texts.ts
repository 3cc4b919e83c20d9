import { defineTexts } from '../i18n/texts.js';

export const texts = defineTexts('managed-list', {
  zh: {
    filters: '筛选',
    all: '全部',
    notFound: '没有符合条件的数据',
    notFoundHint: '换一个关键字或状态试试。',
    clear: '清除条件',
  },
  en: {
    filters: 'Filters',
    all: 'All',
    notFound: 'Nothing matches',
    notFoundHint: 'Try another word or state.',
    clear: 'Clear filters',
  },
  es: {
    filters: 'Filtros',
    all: 'Todos',
    notFound: 'No hay coincidencias',
    notFoundHint: 'Pruebe con otra palabra o estado.',
    clear: 'Borrar filtros',
  },
});
