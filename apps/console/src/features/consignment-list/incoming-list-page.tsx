import { ConsignmentListPage } from './consignment-list-page.js';

const IncomingListPage = () => <ConsignmentListPage kind="incoming" defaultSort="commitConsignTime" />;
export default IncomingListPage;
