// What people of a family are to one another.
import { hasText, t } from '/ui/texts.js';

/** Types that have a meaning: generations are counted by them. */
export const KINDS = [
  'parent',
  'child',
  'sibling',
  'spouse',
  'grandparent',
  'grandchild',
  'great-grandparent',
  'great-grandchild',
  'aunt/uncle',
  'niece/nephew',
  'cousin',
  'parent-in-law',
  'child-in-law',
  'sibling-in-law',
];

export const CUSTOM = 'other';

/** A relationship in words: another program's types are shown as they are. */
export function kinName({ type, customType }) {
  if (customType) return customType;
  const key = `htt.kin.${type}`;
  return hasText(key) ? t(key) : type;
}
