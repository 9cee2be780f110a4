/** Time zone in which it is between twelve and one: past nine o'clock, from which on the messages of a day go out. */
export function zoneAtNoon(now = new Date()): string {
  const ahead = 12 - now.getUTCHours();
  // The names say how far UTC is ahead of the zone.
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}
