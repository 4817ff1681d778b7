/** The texts of some terms by slug, which is also their anchor in the glossary. */
export type TermTexts = Record<
  string,
  {
    title: string;
    /** Other words the term is found by. */
    words: readonly string[];
    /** One paragraph of 30 to 70 words. */
    text: string;
    /** Slugs of related terms. */
    related: readonly string[];
  }
>;
