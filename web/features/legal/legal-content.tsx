import type { LegalText } from './legal-texts.tsx';

/** The sections of a legal text, for the dialog and for the page. */
export const LegalContent = ({ text }: { text: LegalText }) => (
  <div className="grid gap-6 text-pretty">
    {text.sections.map((section) => (
      <section key={section.title}>
        <h2 className="mb-1.5 text-lg">{section.title}</h2>
        <div className="text-muted">{section.body}</div>
      </section>
    ))}
  </div>
);
