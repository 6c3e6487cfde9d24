import { configure } from '@testing-library/react';

// A busy machine can take seconds to show a lazy page. The default is one second.
configure({ asyncUtilTimeout: 60_000 });
