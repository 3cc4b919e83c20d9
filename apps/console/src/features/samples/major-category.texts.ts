import { defineTexts } from '../../i18n/texts.js';

export const texts = defineTexts('major-category', {
  zh: {
    major: '大类',
    all: '全部大类',
    narrowedTo: '大类：{{name}}',
    majorsFailed: '获取大类失败',
    loading: '正在获取大类',
  },
  en: {
    major: 'Category',
    all: 'All major categories',
    narrowedTo: 'Major category: {{name}}',
    majorsFailed: 'failed to get major categories',
    loading: 'Getting major categories',
  },
  es: {
    major: 'Categoría',
    all: 'Todas las categorías',
    narrowedTo: 'Categoría: {{name}}',
    majorsFailed: 'No se pudieron obtener las categorías',
    loading: 'Obteniendo categorías',
  },
});
