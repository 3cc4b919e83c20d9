import { defineTexts } from '../../i18n/texts.js';

/** Short guidance by screen, until the administrator writes instructions (decision 0047). */
export const texts = defineTexts('help', {
  zh: {
    title: '操作说明', hide: '收起操作说明', show: '操作说明与在线咨询', consult: '在线咨询', readAll: '查看操作说明', noContact: '需要帮助时，请联系平台管理员。',
    homeClient: '“需要您处理”列出被退回、待补正和待签名的委托。点任一数字，可打开对应的列表。', homeLab: '待审核的委托按等待时间排列，最久的在前。点“审核”逐条处理。', homePlatform: '这里是全平台的委托量、用时和各检测单位的情况。',
    list: '点编号打开委托。“⋯”里有全部操作，不能用的会说明原因。筛选写在网址里，可以直接转发。', incoming: '先审核资料，再确认收样或退样。按 Alt ↑ ↓ 可在待审核的委托之间切换。',
    form: '从上到下填写，左侧的勾表示该部分已完整。保存（Ctrl S）后再提交；提交前可预览。', audit: '左侧是委托单位提交的内容，右侧给出结论。不通过时请写明原因，对方会在列表中看到。',
    organisations: '按名称、地区或资质查询检测机构，“查看详情”里可以直接新建委托。', ownUnit: '这是委托单位查询到的本单位信息。', reports: '按委托或报告查看检测进度；报告发布后可在这里下载。', print: '勾选委托后打印预委托单，或预览后再打印。',
    other: '按 ? 查看快捷键，按 Ctrl K 搜索委托或打开页面。',
  },
  en: {
    title: 'Instructions', hide: 'Hide instructions', show: 'Instructions and online help', consult: 'Online help', readAll: 'Read the instructions', noContact: 'For help, please contact the administrator of the platform.',
    homeClient: '“Waiting for you” lists what came back, needs correction or awaits your signature. Every number opens its list.', homeLab: 'Consignments awaiting audit come oldest first. Press “Audit” to go through them.', homePlatform: 'Volume, times and testing units of the whole platform.',
    list: 'Press a code to open its consignment. “⋯” holds every action, and says why one cannot be used. Filters are part of the address and can be passed on.', incoming: 'Audit the papers first, then receive or return the samples. Alt ↑ ↓ moves through the queue.',
    form: 'Fill in from top to bottom; a tick at the left means a section is complete. Save (Ctrl S), then submit; you can preview before.', audit: 'What was sent is on the left, your verdict on the right. Give a reason when you reject: the client sees it in the list.',
    organisations: 'Find testing organisations by name, area or qualification; their details offer a new consignment.', ownUnit: 'This is what consigning units find of your unit.', reports: 'Follow tests by consignment or by report; published reports are downloaded here.', print: 'Choose consignments and print them, or preview them first.',
    other: 'Press ? for the keys, Ctrl K to search consignments or open a page.',
  },
  es: {
    title: 'Instrucciones', hide: 'Ocultar instrucciones', show: 'Instrucciones y ayuda en línea', consult: 'Ayuda en línea', readAll: 'Leer las instrucciones', noContact: 'Si necesita ayuda, contacte con el administrador.',
    homeClient: '«Pendientes de usted» muestra lo devuelto, lo que hay que corregir y lo que espera su firma. Cada número abre su lista.', homeLab: 'Los encargos por revisar aparecen por antigüedad. Pulse «Revisar» para tramitarlos.', homePlatform: 'Volumen, tiempos y laboratorios de toda la plataforma.',
    list: 'Pulse un código para abrir el encargo. «⋯» contiene todas las acciones y explica por qué una no está disponible. Los filtros están en la dirección.', incoming: 'Revise primero la documentación y después reciba o devuelva las muestras. Alt ↑ ↓ recorre la cola.',
    form: 'Rellene de arriba abajo; la marca a la izquierda indica que la sección está completa. Guarde (Ctrl S) y después envíe.', audit: 'A la izquierda, lo enviado; a la derecha, su resultado. Si rechaza, indique el motivo: el cliente lo verá en la lista.',
    organisations: 'Busque laboratorios por nombre, zona o acreditación; en los detalles puede crear un encargo.', ownUnit: 'Esto es lo que las unidades ven de su laboratorio.', reports: 'Siga los ensayos por encargo o por informe; los informes publicados se descargan aquí.', print: 'Elija encargos e imprímalos, o véalos antes.',
    other: 'Pulse ? para ver las teclas y Ctrl K para buscar encargos o abrir una página.',
  },
});
