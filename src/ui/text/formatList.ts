const list = new Intl.ListFormat('en');
/** `planning`, `planning and feedback`, `planning, feedback, and hiring`. */
export const formatList = (items: readonly string[]) => list.format(items);
