import { configure } from '@testing-library/react';

// A busy machine can take seconds to show a lazy page; the default timeout is one second.
configure({ asyncUtilTimeout: 60_000 });
