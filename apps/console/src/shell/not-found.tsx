import { Link } from '@tanstack/react-router';
import { Empty } from '../components/empty.js';
import { Page } from '../components/page.js';

export const NotFound = () => (
  <Page title="Not found">
    <Empty title="This page does not exist">
      <Link to="/">Go to the home screen</Link>
    </Empty>
  </Page>
);
