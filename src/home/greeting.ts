/** By the person's own clock: the words that people use between 4 and 12, 12 and 18, and later. */
export function greeting(hour: number): string {
  if (hour >= 4 && hour < 12) return 'Good morning';
  if (hour >= 12 && hour < 18) return 'Good afternoon';
  return 'Good evening';
}
