import { ConsignmentListPage } from './consignment-list-page.js';

const HandoverListPage = () => <ConsignmentListPage kind="handover" />;
export default HandoverListPage;
