import { LoginForm } from '../account/sign-in/login-form.tsx';
import { paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { CardPage } from '../shared/ui/card-page.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Notice } from '../shared/ui/notice.tsx';

/** SPEC §2, "Educator login". */
export const EducatorLoginPage = () => (
  <CardPage
    title="Educator Login"
    subtitle="Staff Portal"
    action={
      <ButtonLink href={paths.customerLogin} variant="quiet" size="s" className="-mr-3">
        <Icon name="left" size={18} />
        Customer login
      </ButtonLink>
    }
  >
    <Notice tone="accent" title="Authorized Personnel Only">
      <p className="text-muted">Access is logged and monitored</p>
    </Notice>
    <LoginForm selectedRole="educator" />
  </CardPage>
);
