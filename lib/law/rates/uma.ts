/** The UMA (Unidad de Medida y Actualización), in which Mexican law measures its thresholds: pesos a day, by year. */

/** INEGI's values by year, in pesos a day; each applies from 1 February to 31 January. */
const PUBLISHED: Readonly<Record<string, string>> = {
  // https://www.inegi.org.mx/temas/uma/
  "2025": "113.14",
  "2026": "117.31",
};

/**
 * The UMA that holds on a day, in pesos a day; undefined where it is not known.
 * @param day `YYYY-MM-DD`
 */
export function umaOn(day: string): string | undefined {
  const year = Number(day.slice(0, 4));
  const from = String(day.slice(5) < "02-01" ? year - 1 : year);
  return PUBLISHED[from];
}
