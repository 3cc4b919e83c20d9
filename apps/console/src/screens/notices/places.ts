export const NOTICE_LIST = '/BusinessManagement/NoticeList';
