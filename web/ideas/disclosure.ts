import type { Disclosure } from '../../contract/ideas/ideas.ts';

/** The answers of an educator to "My own position", as readers see them too. */
export const disclosureLabels: Record<Disclosure, string> = {
  not_stated: 'Not stated',
  none: 'None',
  same_direction: 'Same direction',
  opposite: 'Opposite direction',
  plan_to: 'Planning to open one',
};

/** Null: the idea is from before educators were asked. */
export const formatDisclosure = (value: Disclosure | null): string =>
  value === null ? 'Not asked' : disclosureLabels[value];
