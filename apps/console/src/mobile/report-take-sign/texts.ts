import { defineTexts } from '../../i18n/texts.js';

/** Texts of the page on which a phone signs for reports. */
export const texts = defineTexts('reportTakeSign', {
  zh: {
    title: '领取报告签名',
    count: '本次领取 {{n}} 份报告',
    waiting: '待领取',
    unit: '委托单位',
    lab: '检测单位',
    until: '链接有效至',
    name: '领取人姓名',
    only: '签名图片只用于领取以上报告。',
    consent: '我已收到以上纸质报告，同意以此签名作为领取人签字',
    signedWords: '这些报告已签名领取，无需重复签名。可以关闭此页。',
  },
  en: {
    title: 'Sign for reports',
    count: '{{n}} {{n, plural(one: report; other: reports)}} to fetch',
    waiting: 'To be fetched',
    unit: 'Consigning unit',
    lab: 'Testing unit',
    until: 'Link valid until',
    name: 'Your name',
    only: 'The signature is used for these reports only.',
    consent: 'I have received the above reports on paper and agree to this as my signature',
    signedWords: 'These reports have been signed for; there is nothing more to do. You can close this page.',
  },
  es: {
    title: 'Firmar la recogida',
    count: '{{n}} {{n, plural(one: informe; other: informes)}} por recoger',
    waiting: 'Por recoger',
    unit: 'Unidad cliente',
    lab: 'Entidad de ensayo',
    until: 'Enlace válido hasta',
    name: 'Su nombre',
    only: 'La firma se usa solo para recoger estos informes.',
    consent: 'He recibido los informes de arriba en papel y acepto esta firma como la mía',
    signedWords: 'La recogida de estos informes está firmada; no hay nada más que hacer. Puede cerrar esta página.',
  },
});
