/** By the user's clock: morning from 4:00, afternoon from 12:00, evening from 18:00. */
export function greeting(hour: number): string {
  if (hour >= 4 && hour < 12) return 'Good morning';
  if (hour >= 12 && hour < 18) return 'Good afternoon';
  return 'Good evening';
}
