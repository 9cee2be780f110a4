/** Mexico's identifiers of persons, written a second time from the published rules: what the product is compared with. */

/** An invented person's identifiers and the date that they carry. */
interface InventedIds {
  rfc: string;
  curp: string;
  /** `YYYY-MM-DD`. */
  birthdate: string;
}

type Random = () => number;

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ";
const STATE_CODES =
  "AS,BC,BS,CC,CL,CM,CS,CH,DF,DG,GT,GR,HG,JC,MC,MN,MS,NT,NL,OC,PL,QT,QR,SP,SL,SR,TC,TS,TL,VZ,YN,ZS,NE";

function pick(random: Random, from: string): string {
  return from.charAt(Math.floor(random() * from.length));
}

function several(random: Random, from: string, count: number): string {
  let text = "";
  while (text.length < count) text += pick(random, from);
  return text;
}

/** A valid RFC and CURP of an invented person. */
export function inventedIds(random: Random): InventedIds {
  const day = new Date(Date.UTC(1930, 0, 1) + Math.floor(random() * 95 * 365.25) * 86_400_000);
  const birthdate = day.toISOString().slice(0, 10);
  const short = birthdate.replaceAll("-", "").slice(2);
  const states = STATE_CODES.split(",");
  const rfc = several(random, `${CAPITALS}Ñ&`, 4) + short + several(random, `${CAPITALS}0123456789`, 2);
  const curp = [
    several(random, CAPITALS, 4),
    short,
    pick(random, "HM"),
    states[Math.floor(random() * states.length)],
    several(random, CONSONANTS, 3),
    day.getUTCFullYear() < 2000 ? pick(random, "0123456789") : pick(random, CAPITALS),
  ].join("");
  return { rfc: rfc + lastOfRfc(rfc), curp: curp + lastOfCurp(curp), birthdate };
}

/** The values of characters as the tables of the two rules have them, number by number. */
function valueInRfc(character: string): number {
  if (character === "&") return 24;
  if (character === " ") return 37;
  if (character === "Ñ") return 38;
  const code = character.charCodeAt(0);
  if (code <= 57) return code - 48;
  return character <= "N" ? code - 65 + 10 : code - 79 + 25;
}

function lastOfRfc(twelve: string): string {
  let sum = 0;
  for (let place = 0, weight = 13; weight >= 2; place++, weight--)
    sum += valueInRfc(twelve.charAt(place)) * weight;
  const rest = sum % 11;
  if (rest === 0) return "0";
  return rest === 1 ? "A" : String(11 - rest);
}

function valueInCurp(character: string): number {
  if (character === "Ñ") return 24;
  const code = character.charCodeAt(0);
  if (code <= 57) return code - 48;
  return code - 65 + (character <= "N" ? 10 : 11);
}

function lastOfCurp(seventeen: string): string {
  let sum = 0;
  for (let place = 0, weight = 18; weight >= 2; place++, weight--)
    sum += valueInCurp(seventeen.charAt(place)) * weight;
  return String((10 - (sum % 10)) % 10);
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= (DAYS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0)
  );
}

/** Reports whether a person's RFC is in order for a record with this birthdate. */
export function fitsRfc(rfc: string, birthdate: string): boolean {
  const parts = /^[A-ZÑ&]{4}(\d\d)(\d\d)(\d\d)[A-Z0-9]{2}([A-Z0-9])$/.exec(rfc);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (!isDay(1900 + year, month, day) && !isDay(2000 + year, month, day)) return false;
  if (lastOfRfc(rfc.slice(0, 12)) !== parts[4]) return false;
  return `${parts[1]}-${parts[2]}-${parts[3]}` === birthdate.slice(2);
}

/** Reports whether a CURP is in order for a record with this birthdate. */
export function fitsCurp(curp: string, birthdate: string): boolean {
  const parts = /^[A-Z]{4}(\d\d)(\d\d)(\d\d)[HM]([A-Z]{2})[BCDFGHJKLMNÑPQRSTVWXYZ]{3}([A-Z0-9])(\d)$/.exec(
    curp,
  );
  if (parts === null || !STATE_CODES.split(",").includes(parts[4] ?? "")) return false;
  const century = /\d/.test(parts[5] ?? "") ? 1900 : 2000;
  const [year, month, day] = [century + Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (!isDay(year, month, day) || lastOfCurp(curp.slice(0, 17)) !== parts[6]) return false;
  return `${year}-${parts[2]}-${parts[3]}` === birthdate;
}

/** The text with one character replaced by another one. */
export function withOneChanged(random: Random, text: string): string {
  const place = Math.floor(random() * text.length);
  const others = `${CAPITALS}Ñ&0123456789`.replace(text.charAt(place), "");
  return text.slice(0, place) + pick(random, others) + text.slice(place + 1);
}
