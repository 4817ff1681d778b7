import { ButtonLink } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { PageHead } from '../ui/page-head.tsx';

export type Placeholder = {
  title: string;
  documentTitle?: string;
  icon: IconName;
  /** What will be here, as a sentence. */
  coming: string;
  points: readonly string[];
  back: { label: string; href: string };
};

/** A screen that is not built yet: what will be here, and the way back. */
export const PlaceholderScreen = ({ title, documentTitle, icon, coming, points, back }: Placeholder) => (
  <>
    <PageHead
      title={title}
      {...(documentTitle && { documentTitle })}
      subtitle="In preparation"
      before={
        <ButtonLink href={back.href} variant="quiet" size="s" className="pl-2">
          <Icon name="left" size={18} />
          {back.label}
        </ButtonLink>
      }
    />
    <div className="column">
      <section className="grid gap-6 rounded-l border border-line-soft bg-surface p-6 shadow-lift sm:p-9 md:grid-cols-[auto_1fr] md:gap-9">
        <span className="grid size-16 place-items-center rounded-m bg-dawn-wash text-dawn">
          <Icon name={icon} size={30} />
        </span>
        <div>
          <h2 className="max-w-140 text-xl text-pretty">{coming}</h2>
          <ul className="mt-5 grid gap-3">
            {points.map((point) => (
              <li key={point} className="flex max-w-150 gap-3 text-muted">
                <Icon name="check" size={18} className="mt-0.5 text-dawn" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </section>
    </div>
  </>
);
