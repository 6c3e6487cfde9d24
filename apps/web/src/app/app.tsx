import { Navigate, Route, Routes } from 'react-router';
import { AuthLayout } from '../features/auth-layout/auth-layout.tsx';
import { SignInPage } from '../features/password-sign-in/sign-in.page.tsx';
import { Notifications } from '../shared/ui/notifications.tsx';
import { paths } from './paths.ts';

export function App() {
  return (
    <>
      <Notifications />
      <Routes>
        <Route element={<AuthLayout />}>
          <Route path={paths.signIn} element={<SignInPage />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.signIn} replace />} />
      </Routes>
    </>
  );
}
