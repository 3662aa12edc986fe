/** By the user's clock: morning from 5:00, afternoon from 12:00, evening from 18:00. At night it names no time of day. */
export function greeting(hour: number): string {
  if (hour < 5) return 'Hello';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
