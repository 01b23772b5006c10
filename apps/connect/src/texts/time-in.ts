/** Writes a time of today with hours and minutes, another one with its day. */
export function timeIn(language: string, at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'long' } as const);
  return date.toLocaleString(language, { ...day, hour: 'numeric', minute: '2-digit' });
}
