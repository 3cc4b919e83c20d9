import { ConsignmentListPage } from './consignment-list-page.js';

const IncomingListPage = () => <ConsignmentListPage kind="incoming" />;
export default IncomingListPage;
