/**
 * Values of a User record that a Mexican report would reject: the rules of the official schema for virtual assets (`avi.xsd`,
 * article 17 XVI LFPIORPI), as public copies have them. They warn and refuse nothing, and are no legal advice.
 */

import type { UserRecord } from "../contract/user.ts";
import { counted } from "../i18n/text/cut.ts";
import {
  isDate,
  isGenericRfc,
  NO_DATE,
  problemOfRfc,
  shortDate,
  WRONG_CHECK_DIGIT,
} from "../i18n/text/rfc.ts";
import { isMexico } from "./mexico.ts";

/** The countries of ISO 3166-1, by their two letters. */
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW`;

const COUNTRIES = new Set(CODES.trim().split(/\s+/));

function isCountryCode(code: string): boolean {
  return COUNTRIES.has(code);
}

const NAME: TextRule = { characters: /[A-ZÑ ]/, allowed: "letters and spaces", most: 200 };
const PLACE: TextRule = {
  characters: /[A-ZÑ0-9 ,.:/]/,
  allowed: "letters, digits, spaces and , . : /",
  begins: /^[A-ZÑ0-9]/,
  most: 100,
};
const MAX_USER_ID = 30;
const MAX_EMAIL = 60;
const MAX_EXTERIOR_NUMBER = 56;
const MAX_INTERIOR_NUMBER = 40;

/** The warnings about a user, in the order of the contract's fields. */
export function warningsOf(userId: string, record: UserRecord): FieldWarning[] {
  const { givenName, paternalSurname, maternalSurname, birthdate, address, mexico } = record;
  return [
    ...warn("userId", problemsOfUserId(userId)),
    ...warn("givenName", problemsOf(givenName, NAME)),
    ...warn("maternalSurname", maternalSurname?.trim() ? problemsOf(maternalSurname, NAME) : "missing"),
    ...warn("paternalSurname", problemsOf(paternalSurname, NAME)),
    ...warn("nationality", isCountryCode(record.nationality) ? undefined : "not an ISO 3166 code"),
    ...warn("phoneNumber.phoneNumber", problemOfPhone(String(record.phoneNumber.phoneNumber))),
    ...warn("email", problemsOfEmail(record.email)),
    ...warningsOfAddress(address),
    ...(mexico === undefined ? [] : problemsOfMexico(mexico, birthdate)),
  ];
}

function warn(field: string, problems: string | readonly string[] | undefined): FieldWarning[] {
  return [problems ?? []].flat().map((problem) => ({ field, problem }));
}

function warningsOfAddress(address: UserRecord["address"]): FieldWarning[] {
  const { street, colonia, exteriorNumber, interiorNumber = "" } = address;
  return [
    ...warn("address.street", problemsOf(street, PLACE)),
    ...warn("address.colonia", problemsOf(colonia, PLACE)),
    ...warn("address.exteriorNumber", tooLong(exteriorNumber, MAX_EXTERIOR_NUMBER)),
    ...warn("address.interiorNumber", tooLong(interiorNumber, MAX_INTERIOR_NUMBER)),
    ...warn("address.postalCode", problemOfPostalCode(address)),
  ];
}

function tooLong(text: string, most: number): string | undefined {
  return text.length > most ? `longer than ${most} characters` : undefined;
}

function problemsOfUserId(userId: string): string[] {
  return [
    ...(/\p{Ll}/u.test(userId) ? ["lower case"] : []),
    ...(/^[A-Z0-9_-]*$/.test(userId.toUpperCase()) ? [] : ["other characters than A to Z, digits, - and _"]),
    ...(userId.length > MAX_USER_ID ? [`longer than ${MAX_USER_ID} characters`] : []),
  ];
}

function problemOfPhone(phone: string): string | undefined {
  if (!/^\d+$/.test(phone)) return "not only digits; ten or twelve expected";
  return [10, 12].includes(phone.length) ? undefined : `${counted(phone.length, "digit")}; ten or twelve`;
}

function problemsOfEmail(email: string): string[] {
  return [
    ...(email.includes("+") ? ["holds +"] : []),
    ...(email.length > MAX_EMAIL ? [`longer than ${MAX_EMAIL} characters`] : []),
  ];
}

/** A code that begins with 0 loses it in a spreadsheet. */
function problemOfPostalCode({ country, postalCode }: UserRecord["address"]): string | undefined {
  return !isMexico(country) || /^\d{5}$/.test(postalCode) ? undefined : "five digits";
}

type MexicoPart = NonNullable<UserRecord["mexico"]>;

const ACCOUNT: TextRule = {
  characters: /[A-Z0-9]/,
  allowed: "A to Z and digits",
  most: 100,
};
const DOCUMENT_NUMBER: TextRule = {
  characters: /[A-ZÑ0-9 -]/,
  allowed: "letters, digits, spaces and hyphens",
  begins: /^[A-ZÑ0-9]/,
  most: 30,
};

/** The warnings about the `mexico` part of a record. @param birthdate `YYYY-MM-DD` */
function problemsOfMexico(mexico: MexicoPart, birthdate: string): FieldWarning[] {
  const { rfc, curp, documentoIdentificacion: document } = mexico;
  return [
    ...warn("mexico.rfc", rfc === undefined ? undefined : rfcProblem(rfc, birthdate)),
    ...warn("mexico.curp", curpProblem(curp, birthdate)),
    ...warn("mexico.actividadEconomica", problemOfActivity(mexico.actividadEconomica)),
    ...warn("mexico.cuentaRelacionada", problemsOf(mexico.cuentaRelacionada, ACCOUNT)),
    ...warn("mexico.monedaCuentaRelacionada", problemOfCode(mexico.monedaCuentaRelacionada)),
    ...warn("mexico.documentoIdentificacion.tipoIdentificacion", problemOfCode(document.tipoIdentificacion)),
    ...warn(
      "mexico.documentoIdentificacion.numeroIdentificacion",
      problemsOf(document.numeroIdentificacion, DOCUMENT_NUMBER),
    ),
  ];
}

function problemOfActivity(activity: number): string | undefined {
  return /^[1-9]\d{6}$/.test(String(activity)) ? undefined : "seven digits";
}

const OTHER_DATE = "carries another date than birthdate";

function rfcProblem(rfc: string, birthdate: string): string | undefined {
  const problem = problemOfRfc(rfc);
  if (problem !== undefined || isGenericRfc(rfc)) return problem;
  return rfc.slice(4, 10) === shortDate(birthdate) ? undefined : OTHER_DATE;
}

/** The registry's keys of foreigners who have none of their own, a man's and a woman's: the check digit of one does not fit. */
const GENERIC_CURPS: ReadonlySet<string> = new Set(["XEXX010101HNEXXXA4", "XEXX010101MNEXXXA8"]);

function curpProblem(curp: string, birthdate: string): string | undefined {
  if (GENERIC_CURPS.has(curp)) return undefined;
  const problem = problemOfCurp(curp);
  if (problem !== undefined) return problem;
  if (curp.slice(4, 10) !== shortDate(birthdate)) return OTHER_DATE;
  return birthdate.startsWith(centuryOf(curp)) || /^1[0-8]/.test(birthdate)
    ? undefined
    : "a digit in the seventeenth place is for births before 2000, a letter for those after";
}

/** The report's catalogues have at most three digits. */
function problemOfCode(code: number): string | undefined {
  return /^[1-9]\d{0,2}$/.test(String(code)) ? undefined : "one to three digits";
}

/** States of birth; `NE` is for people who were born abroad. */
const STATES = new Set(
  "AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE".split(
    " ",
  ),
);

/** Characters of a CURP in the order of their values. */
const CHARACTERS = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";

/** The check digit of a CURP: the values of its first seventeen characters, weighted from 18 down to 2, modulo 10. */
function curpCheckDigit(curp: string): string {
  const sum = [...curp]
    .slice(0, 17)
    .reduce((total, character, index) => total + CHARACTERS.indexOf(character) * (18 - index), 0);
  return String((10 - (sum % 10)) % 10);
}

/** The century of birth: the 17th character is a digit for births before 2000, and a letter after. */
function centuryOf(curp: string): "19" | "20" {
  return /\d/.test(curp.charAt(16)) ? "19" : "20";
}

/** First reason that keeps a CURP out of a report. */
function problemOfCurp(curp: string): string | undefined {
  const date = curp.slice(4, 10);
  if (/[\s-]/.test(curp)) return "contains spaces or hyphens";
  if (/\p{Ll}/u.test(curp)) return "lower case";
  if (curp.length !== 18) return `${counted(curp.length, "character")}; 18`;
  if (!/^[A-Z]{4}/.test(curp)) return "does not begin with four letters";
  if (!isDate(date)) return NO_DATE;
  if (!/^[HMX]/.test(curp.slice(10))) return "no H, M or X in the eleventh place";
  if (!STATES.has(curp.slice(11, 13))) return "no state in the twelfth and thirteenth places";
  if (!/^[B-DF-HJ-NÑP-TV-Z]{3}$/.test(curp.slice(13, 16))) return "no three consonants behind the state";
  if (!/^[A-Z0-9]/.test(curp.slice(16))) return "no letter or digit in the seventeenth place";
  if (!isDate(date, centuryOf(curp))) return NO_DATE;
  if (!curp.endsWith(curpCheckDigit(curp))) return WRONG_CHECK_DIGIT;
  return curp.charAt(10) === "X" ? "X in the eleventh place; the report takes H and M alone" : undefined;
}

/** Rule of a field of the report, and its words. */
interface TextRule {
  /** Every character that the report takes, as a class of a regular expression. */
  characters: RegExp;
  /** As in `other characters than letters and spaces`. */
  allowed: string;
  most: number;
  /** Characters that the text may begin with; undefined if any may. */
  begins?: RegExp;
}

/** A field that the report would not take as it is. */
interface FieldWarning {
  /** As in `address.postalCode`. */
  field: string;
  /** In words that hold nothing of the value. */
  problem: string;
}

/** Apart from the tilde of Ñ, which is a letter of its own. */
function withoutAccents(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^ñÑ]/gu, (character) => character.normalize("NFD").replace(/\p{M}/gu, ""));
}

/** Ways in which a text breaks a rule. */
function problemsOf(text: string, { characters, allowed, most, begins }: TextRule): string[] {
  if (text.trim() === "") return ["empty"];
  const plain = withoutAccents(text);
  const capitals = plain.toUpperCase();
  const others = [...capitals].some((character) => !characters.test(character));
  return [
    ...(plain === text ? [] : ["accents"]),
    ...(/\p{Ll}/u.test(text) ? ["lower case"] : []),
    ...(others ? [`other characters than ${allowed}`] : []),
    ...(others || begins === undefined || begins.test(capitals)
      ? []
      : ["does not begin with a letter or digit"]),
    ...(text.length > most ? [`longer than ${most} characters`] : []),
  ];
}
